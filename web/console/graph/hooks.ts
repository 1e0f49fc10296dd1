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
import { useWords } from '../i18n/i18n.js';
import { type MessageSize, type Refused, sayRefusal } from '../i18n/refusals.js';
import { showToast } from '../ui/toast.js';
import { useConnection } from './connection.js';
import { takePrefetched } from './prefetch.js';

export interface PageQuery<Data> {
  /** What is known; undefined before the first answer. */
  readonly data: Data | undefined;
  /** `data` is of the question before, such as the page of a list that is being left: shown until the answer is here. */
  readonly isOfBefore: boolean;
  /** Why there is no answer; undefined while there is one. */
  readonly error: CombinedError | undefined;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  /** Something to show, and a newer answer is on its way. */
  readonly isRefreshing: boolean;
  readonly refresh: () => void;
}

/** A query of a page: shows what is known, asks anew when the page opens and when the network is back. */
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
  const { returns } = useConnection();
  const seen = useRef(returns);
  const refresh = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  useEffect(() => {
    if (seen.current === returns) return;
    seen.current = returns;
    if (!pause) refresh();
  }, [returns, refresh, pause]);
  const isAnswer = operation?.key === createRequest(query, variables).key;
  const known = useKnown(isAnswer ? (data ?? undefined) : undefined, question);
  const isOfBefore = known === undefined && data != null;
  const isKept = known !== undefined && Boolean(error) && !data;
  const [problem] = isKept ? (error?.graphQLErrors ?? []) : [];
  // That the network is gone is said by a bar of its own.
  const { t } = useWords();
  const say = useRef(t);
  say.current = t;
  useEffect(() => {
    if (problem) showToast({ kind: 'bad', text: sayProblem(say.current, problem) });
  }, [problem]);
  const shown = isOfBefore ? data : known;
  return {
    data: shown,
    isOfBefore,
    error,
    isLoading: fetching && shown === undefined,
    isRefreshing: fetching || stale,
    refresh,
  };
};

/** An answer that fails takes nothing away of what is shown for the same question, nor a dialog that is open on it. */
const useKnown = <Data>(data: Data | undefined, question: string): Data | undefined => {
  const last = useRef<{ readonly question: string; readonly data: Data } | null>(null);
  if (data !== undefined) last.current = { question, data };
  return last.current?.question === question ? last.current.data : undefined;
};

/** Follows something while the page is open; entities in its messages update what queries show. */
export const useLive = <Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false, onData }: { readonly pause?: boolean; readonly onData?: (data: Data) => void } = {},
): void => {
  const { returns } = useConnection();
  const [{ data }, execute] = useSubscription<Data, Data, Variables>({ query, variables, pause } as Parameters<
    typeof useSubscription<Data, Data, Variables>
  >[0]);
  const listener = useRef(onData);
  listener.current = onData;
  useEffect(() => {
    if (data !== undefined) listener.current?.(data);
  }, [data]);
  // A subscription that was ended for want of a session does not begin again by itself.
  const seen = useRef(returns);
  useEffect(() => {
    if (seen.current === returns) return;
    seen.current = returns;
    if (!pause) execute();
  }, [returns, execute, pause]);
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
 * A mutation that says what went wrong: broken rules and failures alike come back as `errors`, and as a toast unless
 * `quiet`. Answers its first field.
 */
export const useAction = <Data extends object, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  { quiet = false }: { readonly quiet?: boolean } = {},
) => {
  const { t } = useWords();
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
  return { ok: false, errors: errors.map((error) => ({ ...error, message: sayUserError(t, error) })) };
};

/** What can be said of a failure: each error by its code, or that the service cannot be reached. */
export const messagesOf = (t: Translate, error: CombinedError): readonly string[] =>
  error.graphQLErrors.length > 0
    ? error.graphQLErrors.map((problem) => sayProblem(t, problem))
    : [t('error.unreachable.text')];

const sayProblem = (t: Translate, { message, extensions }: CombinedError['graphQLErrors'][number]): string => {
  const { code, retryAfterSeconds } = extensions as Pick<Refused, 'code' | 'retryAfterSeconds'>;
  return sayRefusal(t, { code, retryAfterSeconds, message });
};

/** A broken rule by its code and its field, which lists end with the place in them. */
export const sayUserError = (t: Translate, { code, field, message, size }: UserErrorOfAnswer): string =>
  sayRefusal(t, { code, message, size, about: field?.findLast((part) => !/^\d+$/.test(part)) });
