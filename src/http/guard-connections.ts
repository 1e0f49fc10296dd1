import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { HttpSocket } from './answer-client-error.js';

/** What a connection may take; `headersTimeoutMs` and `requestTimeoutMs` are Node's own, looked after every second. */
export interface ConnectionLimits {
  /** Until the headers of a request have arrived, from the connection's begin or the request's first byte. */
  readonly headersTimeoutMs: number;
  /** Until a request has arrived as a whole. */
  readonly requestTimeoutMs: number;
  /** How long nothing may move while a request is being answered: who does not read his answer does not get it. */
  readonly stillTimeoutMs: number;
  /** Connections at once; further ones are closed unread. */
  readonly maxConnections: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  stillTimeoutMs: 120_000,
  maxConnections: 10_000,
};

/** How long the server waits for requests under way when it closes. */
const ANSWER_MS = 8_000;
const SWEEP_MS = 100;

/** Ends the connections that Node would leave open: at the server's close, and after an upgrade that was none. */
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
 * Node's own `close` waits for connections that have not sent a whole request, and no longer limits how long they take.
 * Those without a request under way end at once, the others when they are answered, and all in the end.
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
 * A request for a WebSocket leaves Node's care, to any path. One that is refused is answered like other requests and
 * would then stay open for ever.
 */
const endFailedUpgrades = (server: FastifyInstance, stillTimeoutMs: number): void => {
  // A WebSocket takes the limit off itself.
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
