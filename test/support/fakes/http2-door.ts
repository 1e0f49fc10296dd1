import { createServer as createHttp1Server } from 'node:http';
import {
  constants,
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer as createSocketServer, type Socket } from 'node:net';
import type { Door, Handle, Reply } from './exchange.js';
import { answerHttp1, listenOnLoopback } from './http1-door.js';
import { isLost } from './misbehaviour.js';
import type { Tls } from './tls.js';

const BODY_LIMIT_BYTES = 1024 * 1024;

export interface Http2DoorOptions {
  readonly handle: Handle;
  /** null: cleartext with prior knowledge (h2c). */
  readonly tls: Tls | null;
  /** SETTINGS_MAX_CONCURRENT_STREAMS as advertised to the client. */
  readonly advertisedStreams: number;
  /** Streams above this get REFUSED_STREAM. */
  readonly enforcedStreams: number;
  /** Serves HTTP/1.1 clients on the same port. */
  readonly allowHttp1: boolean;
}

interface SessionState {
  requests: number;
  /** Streams that have started and have no answer yet. */
  live: number;
  /** The highest stream that was accepted, and the highest that may be since GOAWAY. */
  lastTaken: number;
  lastAllowed: number;
  /** The socket under TLS, so that it can be cut silently; `session.destroy()` would send GOAWAY first. */
  readonly cut: () => void;
}

/**
 * Serves a fake over HTTP/2 on a free loopback port.
 *
 * Node's own limit counts streams until the client has closed them, and answers ENHANCE_YOUR_CALM to a client that
 * reuses an answered stream's slot. So the advertised number may be huge. The limit is enforced here, where a slot is
 * free once its stream has been answered.
 */
export const openHttp2Door = async (options: Http2DoorOptions): Promise<Door> => {
  const { tls, allowHttp1 } = options;
  const settings = { maxConcurrentStreams: options.advertisedStreams };
  const limits = { maxSessionMemory: 256, maxSessionRejectedStreams: 100_000, settings };
  const server: Http2Server | Http2SecureServer =
    tls === null
      ? createServer(limits)
      : createSecureServer({ ...limits, cert: tls.cert, key: tls.key, allowHTTP1: allowHttp1 });
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Map<number, Socket>();
  serveStreams(server, { sessions, sockets, options });
  const listener = tls === null ? sniffProtocol(server, options) : server;
  if (tls !== null && allowHttp1) {
    // A `request` listener would also put Node's compatibility layer on every HTTP/2 stream; only HTTP/1.1 needs it.
    server.removeAllListeners('newListener');
    server.on('request', answerHttp1(options.handle, 'https') as never);
  }
  listener.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.on('close', () => sockets.delete(remotePort));
    socket.on('error', () => socket.destroy());
  });
  const port = await listenOnLoopback(listener);
  return {
    url: `${tls === null ? 'http' : 'https'}://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const session of sessions) session.destroy();
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
};

/** One cleartext port serves both: an HTTP/2 client with prior knowledge starts with `PRI`. */
const sniffProtocol = (http2: Http2Server, options: Http2DoorOptions) => {
  const http1 = createHttp1Server(answerHttp1(options.handle, 'http'));
  return createSocketServer((socket) => {
    socket.once('readable', () => {
      const start = socket.read() as Buffer | null;
      if (start === null) return socket.destroy();
      socket.unshift(start);
      const isHttp2 = start.subarray(0, 3).toString('latin1') === 'PRI';
      if (!isHttp2 && !options.allowHttp1) return socket.destroy();
      return (isHttp2 ? http2 : http1).emit('connection', socket);
    });
  });
};

interface Served {
  readonly sessions: Set<ServerHttp2Session>;
  /** Raw sockets by the client's port. */
  readonly sockets: ReadonlyMap<number, Socket>;
  readonly options: Http2DoorOptions;
}

const serveStreams = (server: Http2Server | Http2SecureServer, { sessions, sockets, options }: Served): void => {
  const states = new WeakMap<ServerHttp2Session, SessionState>();
  server.on('session', (session) => {
    sessions.add(session);
    const cut = () => sockets.get(session.socket.remotePort ?? 0)?.resetAndDestroy();
    states.set(session, { requests: 0, live: 0, lastTaken: 0, lastAllowed: Number.POSITIVE_INFINITY, cut });
    session.on('close', () => sessions.delete(session));
    // Clients that vanish mid-request are normal in crash tests, and not a fault of the fake.
    session.on('error', () => session.destroy());
  });
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    stream.on('error', () => undefined);
    const state = stream.session === undefined ? undefined : states.get(stream.session as ServerHttp2Session);
    if (state === undefined) return stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    state.requests += 1;
    if (state.live >= options.enforcedStreams) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    state.live += 1;
    return serveStream(stream, headers, state, options.handle);
  });
};

const serveStream = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  state: SessionState,
  handle: Handle,
): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  let isFree = false;
  const free = () => {
    if (!isFree) state.live -= 1;
    isFree = true;
  };
  const nthOnConnection = state.requests;
  const id = stream.id ?? 0;
  stream.on('close', free);
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    else chunks.push(chunk);
  });
  stream.on('end', () => {
    if (stream.destroyed || stream.closed || id > state.lastAllowed) return;
    const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    const { ':method': method = '', ':path': path = '', ':scheme': scheme, ':authority': authority } = headers;
    const origin = `${String(scheme)}://${String(authority)}`;
    // Node's goaway() cannot send 0, so the first stream is never excluded.
    const mayRefuse = id > Math.max(1, state.lastTaken);
    const from = { origin, connection: state, nthOnConnection, mayRefuse };
    const reply = handle({ method: String(method), path: String(path), headers, body, ...from });
    send(stream, state, reply, free);
  });
};

const send = (stream: ServerHttp2Stream, state: SessionState, reply: Reply, free: () => void): void => {
  const { fault } = reply;
  const id = stream.id ?? 0;
  if (!isLost(fault ?? null)) state.lastTaken = Math.max(state.lastTaken, id);
  if (fault === undefined || fault === null) {
    answer(stream, reply, free);
    return;
  }
  switch (fault.kind) {
    case 'hang':
      break;
    case 'reset-stream':
      stream.close(fault.code ?? constants.NGHTTP2_INTERNAL_ERROR);
      break;
    case 'reset-socket':
      state.cut();
      break;
    case 'goaway':
      // nghttp2 closes streams above the last id and ignores later ones. The client ends the connection.
      state.lastAllowed = fault.refuse === true ? id - 2 : state.lastTaken;
      stream.session?.goaway(constants.NGHTTP2_NO_ERROR, state.lastAllowed);
      if (fault.refuse !== true) answer(stream, reply, free);
      break;
    case 'slow':
      stream.respond({ ...reply.headers, ':status': reply.status });
      setTimeout(() => stream.end(reply.body), fault.delayMs);
      break;
    default:
      setTimeout(() => answer(stream, reply, free), fault.delayMs ?? 0);
  }
};

const answer = (stream: ServerHttp2Stream, { status, headers, body }: Reply, free: () => void): void => {
  if (stream.destroyed || stream.closed) return;
  free();
  const endStream = body === undefined || body === '';
  stream.respond({ ...headers, ':status': status }, { endStream });
  if (!endStream) stream.end(body);
};
