/** How one HTTP exchange ended, whichever protocol carried it. Never an exception. */
export type Exchange =
  | Answer
  /** The request left as a whole and got no answer: the provider may have acted on it. */
  | { readonly kind: 'unanswered'; readonly reason: string }
  /** The request did not leave as a whole, or was refused unread: the provider has not acted on it. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** Never left this process: the address is not allowed, or the batch was aborted. */
  | { readonly kind: 'not-sent'; readonly reason: string; readonly isForbidden: boolean };

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** At most MAX_ANSWER_BYTES of it. */
  readonly body: string;
}

/** Names in lower case, as HTTP/2 and undici give them. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Default limit for an answer, from the request's first byte to the answer's last (`ANSWER_TIMEOUT_MS`). */
export const ANSWER_MS = 30_000;
/** Limit for opening a connection. A provider cannot act on a request before that. */
export const CONNECT_MS = 10_000;
/** The same limit for a push service that has taken no message yet. */
export const STRANGER_CONNECT_MS = 3_000;

/** More than any of the four says; a hostile endpoint must not fill the memory. */
export const MAX_ANSWER_BYTES = 64 * 1024;

export const ABORTED: Exchange = { kind: 'not-sent', reason: 'aborted before sending', isForbidden: false };

export const SHUTTING_DOWN: Exchange = { kind: 'not-sent', reason: 'shutting down', isForbidden: false };

/**
 * A promise of what an exchange means. Read where it ends, since a promise more for each message would cost as much as
 * the message does. @param begin gets a function to call once, with the exchange; it never throws.
 */
export const promiseOf = <R>(
  read: (exchange: Exchange) => R,
  begin: (settle: (exchange: Exchange) => void) => void,
): Promise<R> =>
  new Promise((resolve, reject) => {
    begin((exchange) => {
      try {
        resolve(read(exchange));
      } catch (error) {
        reject(error);
      }
    });
  });

/** The text of an answer's body: mostly there is none, else it came at once. */
export function textOf(chunks: readonly Buffer[] | null): string {
  const [first] = chunks ?? [];
  if (chunks === null || first === undefined) return '';
  return (chunks.length === 1 ? first : Buffer.concat(chunks)).toString('utf8');
}

export const headerOf = (answer: Answer, name: string): string | undefined => {
  const value = answer.headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** The JSON object of an answer, or an empty one: what a provider says is never trusted to parse. */
export function parseAnswer(answer: Answer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(answer.body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names an error by its code alone: messages of Node's errors carry addresses. */
export function describeError(error: unknown): string {
  const code = isRecord(error) ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'error';
}
