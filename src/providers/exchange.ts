import type { Reason } from './codes.js';

/** The result of one HTTP exchange over either protocol. Failures are values, not exceptions. */
export type Exchange =
  | Answer
  /** The whole request was written but not answered, so the provider may have acted on it. */
  | ({ readonly kind: 'unanswered' } & Reason)
  /** The request was not fully written, or was refused unread, so the provider has not acted on it. */
  | ({ readonly kind: 'lost' } & Reason)
  | NotSent;

/** Nothing was written: the address is not allowed, or the batch was aborted. */
type NotSent = { readonly kind: 'not-sent'; readonly isForbidden: boolean } & Reason;

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Truncated to MAX_ANSWER_BYTES. */
  readonly body: string;
}

/** Keys are lower case, as HTTP/2 and undici report them. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Default of `ANSWER_TIMEOUT_MS`, from the first byte of the request to the last of the answer. */
export const ANSWER_MS = 30_000;
/** Time limit for opening a connection. A provider cannot act on a request before then. */
export const CONNECT_MS = 10_000;
/** Time limit for connecting to an unproven push service. */
export const UNPROVEN_CONNECT_MS = 3_000;

/** More than any provider sends; a hostile endpoint must not exhaust memory. */
export const MAX_ANSWER_BYTES = 64 * 1024;

export const ABORTED: NotSent = { kind: 'not-sent', code: 'ABORTED', detail: null, isForbidden: false };

export const SHUTTING_DOWN: NotSent = { kind: 'not-sent', code: 'SHUTTING_DOWN', detail: null, isForbidden: false };

/**
 * Promises the result of `read`. Reading in the callback saves one promise per message, which costs as much as the
 * message itself. @param begin receives a function that it calls once and that never throws.
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

/** Decodes the body of an answer. Most bodies are empty or a single chunk. */
export function textOf(chunks: readonly Buffer[] | null): string {
  const [first] = chunks ?? [];
  if (chunks === null || first === undefined) return '';
  return (chunks.length === 1 ? first : Buffer.concat(chunks)).toString('utf8');
}

export const headerOf = (answer: Answer, name: string): string | undefined => {
  const value = answer.headers[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** Parses the JSON object of an answer; returns an empty object if the body is anything else. */
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

/** Returns only the code of an error, because messages of Node.js errors contain addresses. */
export function describeError(error: unknown): string {
  const code = isRecord(error) ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'error';
}

/** Returns the reason for a failed connection from the code of its error. */
export const connectionFailure = (detail: string): Reason => ({
  code: NAME_ERRORS.has(detail) ? 'NAME_NOT_FOUND' : 'CONNECTION_FAILED',
  detail,
});

/** DNS answered that the name does not exist or has no address. */
const NAME_ERRORS: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);
