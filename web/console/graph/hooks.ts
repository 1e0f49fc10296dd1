import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type AnyVariables,
  type CombinedError,
  createRequest,
  type OperationResult,
  type TypedDocumentNode,
  useMutation,
  useQuery,
  useSubscription,
} from 'urql';
import type { Translate } from '../i18n/catalogue/index.js';
import { useTranslation } from '../i18n/i18n.js';
import { type MessageSize, type Refused, refusalText } from '../i18n/refusals.js';
import { showToast } from '../ui/toast.js';
import { useConnection } from './connection.js';
import { takePrefetched } from './prefetch.js';

export interface PageQuery<Data> {
  /** The latest answer. Undefined before the first one. */
  readonly data: Data | undefined;
  /** `data` answers the previous variables, and is shown until the new answer arrives. */
  readonly isPrevious: boolean;
  readonly error: CombinedError | undefined;
  /** There is nothing to show yet. */
  readonly isLoading: boolean;
  /** A newer answer is on its way. */
  readonly isRefreshing: boolean;
  readonly refresh: () => void;
}

/** Runs a query of a page: shows cached data at once, and refetches when the page opens or the network returns. */
export const usePageQuery = <Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false }: { readonly pause?: boolean } = {},
): PageQuery<Data> => {
  const question = JSON.stringify(variables);
  const [prefetched] = useState(() => (takePrefetched(query, variables) ? question : null));
  const requestPolicy = prefetched === question ? 'cache-first' : undefined;
  const [{ data, error, fetching, stale, operation }, execute] = useQuery({
    query,
    variables,
    pause,
    requestPolicy,
  } as Parameters<typeof useQuery<Data, Variables>>[0]);
  const refresh = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  useOnReturn(refresh, pause);
  const isAnswer = operation?.key === createRequest(query, variables).key;
  const known = useKnown(isAnswer ? (data ?? undefined) : undefined, question);
  const isPrevious = known === undefined && data != null;
  const isKept = known !== undefined && Boolean(error) && !data;
  useProblemToast(isKept ? error : undefined);
  const shown = isPrevious ? data : known;
  return {
    data: shown,
    isPrevious,
    error,
    isLoading: fetching && shown === undefined,
    isRefreshing: fetching || stale,
    refresh,
  };
};

/** Keeps the last answer to the same question, so that a failed refetch clears neither the page nor an open dialog. */
const useKnown = <Data>(data: Data | undefined, question: string): Data | undefined => {
  const last = useRef<{ readonly question: string; readonly data: Data } | null>(null);
  if (data !== undefined) last.current = { question, data };
  return last.current?.question === question ? last.current.data : undefined;
};

/** Runs `refetch` each time the network, or the session, is back. */
const useOnReturn = (refetch: () => void, pause: boolean): void => {
  const { returns } = useConnection();
  const seen = useRef(returns);
  useEffect(() => {
    if (seen.current === returns) return;
    seen.current = returns;
    if (!pause) refetch();
  }, [returns, refetch, pause]);
};

/** Reports an error of the service. A lost network has a bar of its own. */
const useProblemToast = (error: CombinedError | undefined): void => {
  const [problem] = error?.graphQLErrors ?? [];
  const { t } = useTranslation();
  const latest = useRef(t);
  latest.current = t;
  useEffect(() => {
    if (problem) showToast({ kind: 'bad', text: problemText(latest.current, problem) });
  }, [problem]);
};

/** Subscribes while the page is open. Entities in the messages update what queries show. */
export const useLive = <Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false, onData }: { readonly pause?: boolean; readonly onData?: (data: Data) => void } = {},
): void => {
  const [{ data }, execute] = useSubscription<Data, Data, Variables>({ query, variables, pause } as Parameters<
    typeof useSubscription<Data, Data, Variables>
  >[0]);
  const listener = useRef(onData);
  listener.current = onData;
  useEffect(() => {
    if (data !== undefined) listener.current?.(data);
  }, [data]);
  // The client does not restart a subscription that ended with the session.
  useOnReturn(execute, pause);
};

export interface UserErrorOfAnswer {
  readonly field?: readonly string[] | null;
  readonly message: string;
  readonly code?: string;
  readonly size?: MessageSize | null;
}

export type Answer<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly errors: readonly UserErrorOfAnswer[] };

/**
 * A mutation whose user errors and failures both come back as `errors`, and as toasts unless `quiet`.
 * Its data is the payload of the first field.
 */
export const useAction = <Data extends object, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  { quiet = false }: { readonly quiet?: boolean } = {},
) => {
  const { t } = useTranslation();
  const [{ fetching }, execute] = useMutation(document);
  const run = useCallback(
    async (variables: Variables): Promise<Answer<FieldOf<Data>>> => {
      const answer = toAnswer(t, await execute(variables));
      if (!answer.ok && !quiet) for (const { message } of answer.errors) showToast({ kind: 'bad', text: message });
      return answer;
    },
    [execute, quiet, t],
  );
  return [run, fetching] as const;
};

type FieldOf<Data> = NonNullable<Exclude<Data[Exclude<keyof Data, '__typename'>], string>>;

const toAnswer = <Data extends object, Variables extends AnyVariables>(
  t: Translate,
  { data, error }: OperationResult<Data, Variables>,
): Answer<FieldOf<Data>> => {
  if (error) return { ok: false, errors: messagesOf(t, error).map((message) => ({ message })) };
  const [, payload] = Object.entries(data ?? {}).find(([name]) => name !== '__typename') ?? [];
  const { userErrors: errors = [] } = payload as { readonly userErrors?: readonly UserErrorOfAnswer[] };
  if (errors.length === 0) return { ok: true, data: payload as FieldOf<Data> };
  return { ok: false, errors: errors.map((error) => ({ ...error, message: userErrorText(t, error) })) };
};

/** The messages of a failed operation, or one message that the service cannot be reached. */
export const messagesOf = (t: Translate, error: CombinedError): readonly string[] =>
  error.graphQLErrors.length > 0
    ? error.graphQLErrors.map((problem) => problemText(t, problem))
    : [t('error.unreachable.text')];

const problemText = (t: Translate, { message, extensions }: CombinedError['graphQLErrors'][number]): string => {
  const { code, retryAfterSeconds } = extensions as Pick<Refused, 'code' | 'retryAfterSeconds'>;
  return refusalText(t, { code, retryAfterSeconds, message });
};

/** The message of a user error, by its code and the last part of its path that is not an index. */
export const userErrorText = (t: Translate, { code, field, message, size }: UserErrorOfAnswer): string =>
  refusalText(t, { code, message, size, about: field?.findLast((part) => !/^\d+$/.test(part)) });
