/** How one HTTP exchange ended. Failures are values: nothing in this package rejects because of the network. */
export type Exchange = Answer | Failure;

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** UTF-8 text, cut after 64 KiB. */
  readonly body: string;
}

/** Header names are in lower case. A repeated header keeps its first value. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Failure {
  /**
   * Says whether the server may have acted on the request.
   * - `unanswered`: the whole request left and no answer came, so the server may have acted on it.
   * - `lost`: part of the request did not leave, or the server refused it unread, so it is safe to repeat.
   * - `not-sent`: nothing left this process.
   */
  readonly kind: 'unanswered' | 'lost' | 'not-sent';
  readonly code: FailureCode;
  /** An HTTP/2 error such as `CANCEL` with `STREAM_RESET`, a Node.js error code with `CONNECT_FAILED`, else absent. */
  readonly detail?: string;
}

export type FailureCode =
  /** No complete answer came within `limits.answerMs`. */
  | 'TIMEOUT'
  /** The server reset the stream. */
  | 'STREAM_RESET'
  /** The connection ended, or the server broke the protocol. */
  | 'CONNECTION_LOST'
  /** No connection could be opened. */
  | 'CONNECT_FAILED'
  /** The server refused the stream ten times. */
  | 'STREAM_REFUSED'
  /** HTTP/2 forbids one of the headers, or together they exceed a frame of 16 KiB. */
  | 'INVALID_REQUEST'
  /** The request's signal was aborted before the request got a stream. */
  | 'ABORTED'
  /** The pool is closed or closing. */
  | 'POOL_CLOSED';

/** Longer answers are cut, so that a hostile server cannot fill the memory. */
export const MAX_ANSWER_BYTES = 64 * 1024;
