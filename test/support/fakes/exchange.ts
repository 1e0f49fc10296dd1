import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Ledger } from './ledger.js';
import type { Fault, Misbehaviour } from './misbehaviour.js';

/** A request to the fakes over any version of HTTP. */
export interface FakeRequest {
  readonly method: string;
  /** The path and query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Scheme, host and port that the client used, as in a URL's `origin`. */
  readonly origin: string;
  /** One object per connection, as a key for per-connection state. */
  readonly connection: object;
  /** Requests so far on this connection, including this one. */
  readonly nthOnConnection: number;
  /** False if a later stream of this connection has been accepted, so that GOAWAY cannot exclude this one. */
  readonly mayRefuse: boolean;
}

export interface Reply {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  /** The fault that the transport injects into this answer. */
  readonly fault?: Fault | null;
}

export type Handle = (request: FakeRequest) => Reply;

/** State that all fakes share. */
export interface FakeContext {
  readonly ledger: Ledger;
  readonly misbehaviour: Misbehaviour;
  /** The clock for tokens, in epoch milliseconds. */
  readonly now: () => number;
}

/** A listening server of a fake. */
export interface Door {
  /** `https://127.0.0.1:port`, without a trailing slash. */
  readonly url: string;
  /** Cuts all connections. */
  close(): Promise<void>;
}

export const jsonReply = (status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

export const retryAfter = (seconds: number | undefined): OutgoingHttpHeaders =>
  seconds === undefined ? {} : { 'retry-after': String(seconds) };

/** The object in a JSON text, or null for anything else. */
export const parseObject = (text: Buffer | string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text.toString());
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
