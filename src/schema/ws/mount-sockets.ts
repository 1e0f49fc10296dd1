import type { Server } from 'node:http';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { handleProtocols } from 'graphql-ws';
import { AppError } from '../../errors.js';
import { isFromOwnHost } from '../../http/console-requests.js';
import { webSocketUpgrades } from '../../http/web-socket-upgrades.js';
import type { StatusHub } from '../../services/pubsub/status-hub.js';
import type { SocketServer } from './socket-server.js';

const MAX_MESSAGE_BYTES = 256 * 1024;
/** How long a client may take to acknowledge a close. */
const CLOSE_TIMEOUT_MS = 3_000;

/** The type declarations lack `closeTimeout`. */
const SOCKET_OPTIONS = { maxPayload: MAX_MESSAGE_BYTES, handleProtocols, closeTimeout: CLOSE_TIMEOUT_MS };

export interface SocketParts {
  readonly sockets: SocketServer;
  readonly status: StatusHub;
  /** Origins of pages on other hosts. */
  readonly allowedOrigins: readonly string[];
}

/** Prepares a Fastify scope for WebSockets; the route itself is declared with `wsHandler`. */
export const mountSockets = async (
  server: FastifyInstance,
  { sockets, status, allowedOrigins }: SocketParts,
): Promise<void> => {
  await server.register(websocket, {
    // The plugin only listens to its events, although its type requires a whole server.
    options: { ...SOCKET_OPTIONS, server: webSocketUpgrades(server.server) as Server },
    errorHandler: (error, socket, request) => {
      logSocketError(error, request);
      socket.terminate();
    },
    // The order matters: a closing socket sends no `complete` for subscriptions that end.
    preClose: async () => {
      await sockets.close();
      status.close();
    },
  });
  server.addHook('onRequest', async (request) => checkOrigin(request, allowedOrigins));
};

/** Errors with a code come from the connection or from a peer that breaks the protocol; any other error is ours. */
const logSocketError = (error: Error, { id, log }: FastifyRequest): void => {
  const isOfPeer = 'code' in error;
  log[isOfPeer ? 'debug' : 'error']({ req_id: id, err: error }, 'websocket error');
};

/**
 * Refuses browsers on pages of other sites, as CORS does for HTTP, because browsers send the session cookie with every
 * connection. Programs send no Origin and bring a key in their first message.
 */
const checkOrigin = (request: FastifyRequest, allowed: readonly string[]): void => {
  const { origin } = request.headers;
  if (!request.ws || origin === undefined || isFromOwnHost(request) || allowed.includes(origin)) return;
  throw new AppError(
    'FORBIDDEN',
    'WebSocket connections from pages of other sites are not accepted. Add the origin of the page to ALLOWED_ORIGINS.',
  );
};
