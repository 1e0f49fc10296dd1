import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type AnyVariables,
  type CombinedError,
  type OperationResult,
  type TypedDocumentNode,
  useMutation,
  useQuery,
  useSubscription,
} from 'urql';
import { showToast } from '../ui/toast.js';
import { useConnection } from './connection.js';
import { takePrefetched } from './prefetch.js';

export interface PageQuery<Data> {
  /** What is known; undefined before the first answer. */
  readonly data: Data | undefined;
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
  const [{ data, error, fetching, stale }, execute] = useQuery({
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
  const known = useKnown(data ?? undefined, question);
  const isKept = known !== undefined && Boolean(error) && !data;
  const [problem] = isKept ? (error?.graphQLErrors ?? []) : [];
  // That the network is gone is said by a bar of its own.
  useEffect(() => {
    if (problem) showToast({ kind: 'bad', text: problem.message });
  }, [problem]);
  return { data: known, error, isLoading: fetching && known === undefined, isRefreshing: fetching || stale, refresh };
};

/** An answer that fails takes nothing away of what is shown for the same question, nor a dialog that is open on it. */
const useKnown = <Data>(data: Data | undefined, question: string): Data | undefined => {
  const last = useRef<{ readonly question: string; readonly data: Data } | null>(null);
  if (data !== undefined) last.current = { question, data };
  return last.current?.question === question ? last.current.data : data;
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
  const [{ fetching }, execute] = useMutation(document);
  const run = useCallback(
    async (variables: Variables): Promise<Answer<FieldOf<Data>>> => {
      const answer = toAnswer(await execute(variables));
      if (!answer.ok && !quiet) for (const { message } of answer.errors) showToast({ kind: 'bad', text: message });
      return answer;
    },
    [execute, quiet],
  );
  return [run, fetching] as const;
};

type FieldOf<Data> = NonNullable<Exclude<Data[Exclude<keyof Data, '__typename'>], string>>;

const toAnswer = <Data extends object, Variables extends AnyVariables>({
  data,
  error,
}: OperationResult<Data, Variables>): Answer<FieldOf<Data>> => {
  if (error) return { ok: false, errors: messagesOf(error).map((message) => ({ message })) };
  const [, payload] = Object.entries(data ?? {}).find(([name]) => name !== '__typename') ?? [];
  const { userErrors: errors = [] } = payload as { readonly userErrors?: readonly UserErrorOfAnswer[] };
  if (errors.length === 0) return { ok: true, data: payload as FieldOf<Data> };
  return { ok: false, errors: errors.map((error) => ({ ...error, message: inWords(error.message) })) };
};

/** The service names fields as programs know them: "`externalUserId` must …" is "External user id must …" here. */
const inWords = (message: string): string =>
  message
    .replace(/`([^`]+)`/g, (_all, path: string) =>
      (/[A-Za-z]+(?=[^A-Za-z]*$)/.exec(path)?.[0] ?? path).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    )
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** What can be said of a failure, in the words of the service where it has any. */
export const messagesOf = (error: CombinedError): readonly string[] =>
  error.graphQLErrors.length > 0
    ? error.graphQLErrors.map(({ message }) => message)
    : [error.networkError?.message ?? error.message];
