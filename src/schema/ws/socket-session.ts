import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Caller } from '../../services/caller.js';

/** What we know of one WebSocket. */
export interface SocketSession {
  readonly socket: WebSocket;
  readonly request: FastifyRequest;
  /** Aborted when the socket closes. */
  readonly abort: AbortController;
  /** Set once its key has been accepted. */
  accepted: { readonly caller: Caller; readonly authorization: string } | null;
  /** It has answered since the last ping. */
  isAlive: boolean;
  /** Ids of operations that have come, and have no result yet. */
  readonly preparing: Set<string>;
  /** Operations so far, for their request ids. */
  operations: number;
}
