import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HttpSocket } from './answer-client-error.js';

/** Limits of a connection. `headersTimeoutMs` and `requestTimeoutMs` are Node's own, checked every second. */
export interface ConnectionLimits {
  /** The time for the request headers to arrive, from the start of the connection or the first byte of the request. */
  readonly headersTimeoutMs: number;
  /** The time for the whole request to arrive. */
  readonly requestTimeoutMs: number;
  /** How long an answer may make no progress before the connection of a client that does not read it is closed. */
  readonly stillTimeoutMs: number;
  /** Concurrent connections; more are closed unread. */
  readonly maxConnections: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  stillTimeoutMs: 120_000,
  maxConnections: 10_000,
};

/** How long a closing server waits for running requests. */
const ANSWER_MS = 8_000;
const SWEEP_MS = 100;

/** Ends connections that Node would leave open: when the server closes, and after a refused upgrade. */
export const guardConnections = (
  server: FastifyInstance,
  { stillTimeoutMs, maxConnections }: ConnectionLimits,
): void => {
  const sockets = new Set<Socket & HttpSocket>();
  server.server.maxConnections = maxConnections;
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.addHook('preClose', async () => endAll(sockets));
  endFailedUpgrades(server, stillTimeoutMs);
};

/**
 * Node's `close` waits for connections that have not sent a whole request, and no longer limits their time. Connections
 * without a request end at once, the others with their answer, and all of them in the end.
 */
const endAll = (sockets: ReadonlySet<HttpSocket>): void => {
  const endIdle = (): void => {
    for (const socket of sockets) if (!socket._httpMessage) socket.destroy();
  };
  endIdle();
  const sweep = setInterval(endIdle, SWEEP_MS).unref();
  setTimeout(() => {
    clearInterval(sweep);
    for (const socket of sockets) socket.destroy();
  }, ANSWER_MS).unref();
};

/**
 * Node stops managing a connection that requests a WebSocket, on any path. Once refused and answered, it would stay
 * open forever.
 */
const endFailedUpgrades = (server: FastifyInstance, stillTimeoutMs: number): void => {
  // An accepted WebSocket removes this limit itself.
  const limit = (_request: IncomingMessage, socket: Socket) =>
    socket.setTimeout(stillTimeoutMs, () => socket.destroy());
  server.server.prependListener('upgrade', limit);
  server.addHook('onRequest', (request, reply, done) => {
    if (isUpgrade(request.raw)) {
      reply.header('connection', 'close');
      reply.raw.once('finish', () => request.raw.socket.destroySoon());
    }
    done();
  });
};

const isUpgrade = (request: IncomingMessage & { readonly upgrade?: boolean | null }): boolean =>
  request.upgrade === true;
