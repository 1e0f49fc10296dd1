import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { AnswerHeaders } from '../exchange.js';
import type { RequestHeaders } from './frame-writer.js';

/** The client's end of one HTTP/2 connection. */
export interface Connection {
  readonly takesStreams: boolean;
  /** The peer's window for the whole connection is used up, and bodies wait for it. */
  readonly isBlocked: boolean;
  /** Sends a request. Returns its stream, or null if HTTP/2 forbids the headers or they exceed 16 KiB. */
  request(headers: RequestHeaders, body: Buffer, listener: StreamListener): number | null;
  /** Resets a stream with CANCEL. Its listener's `onClose` is called before this returns. */
  cancel(stream: number): void;
  /** Sends a PING. @param onAnswer not called if the connection ends first. */
  ping(onAnswer: () => void): void;
  /** Sends GOAWAY and ends, even if the peer does not close its side. */
  close(code?: number): void;
  /** Ends at once. */
  destroy(error: unknown): void;
}

/** Receives the answer to one request. Its methods must not throw. */
export interface StreamListener {
  onHeaders(status: number, headers: AnswerHeaders): void;
  /** @param bytes valid only during the call. */
  onData(bytes: Buffer): void;
  /** Called once. */
  onClose(end: StreamClose): void;
}

/**
 * How a stream ended.
 * - `ended`: the answer is complete.
 * - `unread`: the peer has certainly not processed the request.
 * - `reset`: the peer or this side reset the stream, with an error code of RFC 9113.
 * - `lost`: the connection ended.
 *
 * `hasLeft`: the whole request was handed to the socket.
 */
export type StreamClose =
  | { readonly kind: 'ended' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'lost'; readonly hasLeft: boolean }
  | { readonly kind: 'reset'; readonly code: number; readonly hasLeft: boolean };

/** Receives the events of a connection. Its methods must not throw. */
export interface ConnectionListener {
  /** Requests may be sent. */
  readonly onOpen: () => void;
  /** @param limit how many streams the peer allows at once; undefined means unlimited. */
  readonly onStreamLimit: (limit: number | undefined) => void;
  /** The window of the connection has grown. */
  readonly onWindow: () => void;
  /** The peer accepts no new streams. Streams that it has not processed are closed afterwards. */
  readonly onGoaway: () => void;
  /** Called once, when every stream has been closed. */
  readonly onClose: (error: unknown) => void;
}

/** Ends a connection whose TLS handshake did not agree on HTTP/2. Returns whether it did. */
export function failWithoutHttp2(socket: Socket, connection: Connection): boolean {
  if (!(socket instanceof TLSSocket) || socket.alpnProtocol === 'h2') return false;
  connection.destroy(Object.assign(new Error('The server does not support HTTP/2.'), { code: 'NO_HTTP2' }));
  return true;
}
