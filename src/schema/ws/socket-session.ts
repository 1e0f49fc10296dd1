import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Caller } from '../../services/caller.js';

/** What a socket was opened with, and is judged by again and again. */
export type Credential =
  | { readonly kind: 'key'; readonly authorization: string }
  | { readonly kind: 'session'; readonly token: string };

/** What we know of one WebSocket. */
export interface SocketSession {
  readonly socket: WebSocket;
  readonly request: FastifyRequest;
  /** Aborted when the socket closes. */
  readonly abort: AbortController;
  /** How people reach this service from where it was opened. */
  readonly origin: string;
  /** Of the cookie that came with it; null: none that counts. */
  readonly token: string | null;
  /** Set once its key or its session has been accepted. */
  accepted: { readonly caller: Caller; readonly credential: Credential } | null;
  /** It has answered since the last ping. */
  isAlive: boolean;
  /** Ids of operations that have come, and have no result yet. */
  readonly preparing: Set<string>;
  /** Operations so far, for their request ids. */
  operations: number;
}
