import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Caller } from '../../services/caller.js';

/** The credential of a socket, which is checked repeatedly. */
export type Credential =
  | { readonly kind: 'key'; readonly authorization: string }
  | { readonly kind: 'session'; readonly token: string };

/** The state of one WebSocket. */
export interface SocketSession {
  readonly socket: WebSocket;
  readonly request: FastifyRequest;
  /** Aborted when the socket closes. */
  readonly abort: AbortController;
  /** Public origin of this service, as used by the client. */
  readonly origin: string;
  /** Session token of the cookie; null if it is missing or does not count. */
  readonly token: string | null;
  /** Set once the key or session has been accepted. */
  accepted: { readonly caller: Caller; readonly credential: Credential } | null;
  /** True if the client has answered the last ping. */
  isAlive: boolean;
  /** Ids of operations without a result yet. */
  readonly preparing: Set<string>;
  /** Number of operations so far, for their request ids. */
  operations: number;
}
