import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type ExecutionArgs, GraphQLError, type GraphQLSchema } from 'graphql';
import { type Context, makeServer, type Server } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { type ConsoleRequests, isFromOwnHost } from '../../http/console-requests.js';
import type { Caller } from '../../services/caller.js';
import type { KeyService } from '../../services/keys/key-service.js';
import type { SessionService } from '../../services/members/session-service.js';
import type { AddressGuard } from '../../services/rate-limits/address-guard.js';
import type { OperationPipeline } from '../execution/operation-pipeline.js';
import { logHiddenError } from '../mask-error.js';
import { CLOSE } from './close-codes.js';
import { ConnectionAuth } from './connection-auth.js';
import { OperationHandler } from './operation-handler.js';
import type { SocketSession } from './socket-session.js';

export interface SocketServerParts {
  readonly schema: GraphQLSchema;
  readonly pipeline: OperationPipeline;
  readonly keys: KeyService;
  readonly sessions: SessionService;
  readonly requests: ConsoleRequests;
  readonly addresses: AddressGuard;
  readonly log: FastifyBaseLogger;
}

const INIT_TIMEOUT_MS = 3_000;
const PING_MS = 12_000;
const MAX_UNSENT_BYTES = 1024 * 1024;

/** GraphQL over WebSocket (`graphql-transport-ws`), with the limits and masking of HTTP. */
export class SocketServer {
  private readonly sessions = new Set<SocketSession>();
  private readonly auth: ConnectionAuth;
  private readonly protocol: Server<SocketSession>;
  private readonly heartbeat: NodeJS.Timeout;
  private isClosing = false;

  constructor(private readonly parts: SocketServerParts) {
    this.auth = new ConnectionAuth(parts);
    const operations = new OperationHandler(parts);
    this.protocol = makeServer<Record<string, unknown>, SocketSession>({
      connectionInitWaitTimeout: INIT_TIMEOUT_MS,
      onConnect: (context) => this.auth.admit(context.extra, context.connectionParams),
      onSubscribe: (context, id, payload) =>
        this.begin(context, id, (caller) => operations.prepare(context, payload, caller)),
      onOperation: ({ extra: session }, id) => void session.preparing.delete(id),
      subscribe: (args) => operations.subscribe(args),
      execute: (args) => operations.execute(args),
      onNext: (context, _id, _payload, args, result) => operations.finish(context.extra, args, result),
      onError: (context, _id, _payload, errors) => operations.mask(context.extra, errors),
    });
    this.heartbeat = setInterval(() => this.checkAll(), PING_MS).unref();
  }

  /** Serves a socket until it closes. */
  serve(socket: WebSocket, request: FastifyRequest): void {
    if (this.isClosing) {
      socket.close(CLOSE.goingAway.code, CLOSE.goingAway.reason);
      return;
    }
    const { requests } = this.parts;
    const session: SocketSession = {
      socket,
      request,
      origin: requests.originOf(request),
      // Only the service's own pages have a session. Programs and pages in ALLOWED_ORIGINS use a key.
      token: isFromOwnHost(request) ? requests.tokenOf(request) : null,
      abort: new AbortController(),
      accepted: null,
      isAlive: true,
      preparing: new Set(),
      operations: 0,
    };
    this.sessions.add(session);
    socket.on('pong', () => {
      session.isAlive = true;
    });
    const closed = this.protocol.opened(this.adapt(session), session);
    socket.once('close', (code, reason) => {
      this.sessions.delete(session);
      this.auth.release(session);
      session.abort.abort();
      closed(code, String(reason)).catch((error) => logHiddenError(this.parts.log, error, request.id));
    });
  }

  /** Closes every socket, so that clients reconnect elsewhere or later. */
  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.heartbeat);
    for (const { socket } of this.sessions) socket.close(CLOSE.goingAway.code, CLOSE.goingAway.reason);
  }

  /**
   * An id stays in use while its operation is being prepared or executed, even if the client has completed it. With a
   * reused id the library would run both operations and lose the first, which would never end.
   */
  private async begin(
    { extra: session }: Context<Record<string, unknown>, SocketSession>,
    id: string,
    prepare: (caller: Caller | null) => Promise<ExecutionArgs | readonly GraphQLError[]>,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    if (session.preparing.has(id)) {
      session.socket.close(CLOSE.idInUse.code, CLOSE.idInUse.reason);
      return [new GraphQLError(CLOSE.idInUse.reason)];
    }
    session.preparing.add(id);
    const prepared = await prepare(await this.auth.recheck(session, { isUse: true }));
    if (Array.isArray(prepared)) session.preparing.delete(id);
    return prepared;
  }

  private adapt(session: SocketSession): Parameters<Server<SocketSession>['opened']>[0] {
    const { socket } = session;
    return {
      protocol: socket.protocol,
      send: (data) => send(session, data),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (take) => {
        socket.on('message', (data) => {
          // Ignores messages after a close, which could not be answered.
          if (socket.readyState !== socket.OPEN) return;
          take(String(data)).catch((error) => this.endAfter(session, error));
        });
      },
    };
  }

  private endAfter({ socket, request }: SocketSession, error: unknown): void {
    // Errors after a disconnect are expected.
    if (socket.readyState !== socket.OPEN) return;
    logHiddenError(this.parts.log, error, request.id);
    socket.close(CLOSE.internalError.code, CLOSE.internalError.reason);
  }

  /** Closes sockets that do not answer or read, or whose key or session is no longer valid. */
  private checkAll(): void {
    for (const session of this.sessions) {
      const { socket } = session;
      if (!session.isAlive || socket.bufferedAmount > MAX_UNSENT_BYTES) {
        socket.terminate();
        continue;
      }
      session.isAlive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
      this.auth
        .recheck(session, { isUse: false })
        .catch((error) => logHiddenError(this.parts.log, error, session.request.id));
    }
  }
}

/**
 * Resolves when the bytes have been sent, so that a subscription waits for its reader and merges events meanwhile. A
 * client that vanished or does not read is disconnected, which is not an error.
 */
const send = ({ socket }: SocketSession, data: string): Promise<void> =>
  new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) return resolve();
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) {
      socket.terminate();
      return resolve();
    }
    socket.send(data, (error) => {
      if (error) socket.terminate();
      resolve();
    });
  });
