import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Door, Handle, Reply } from './exchange.js';
import type { Tls } from './tls.js';

const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/** Serves a fake over HTTP/1.1 on a free loopback port, with TLS if a certificate is given. */
export const openHttp1Door = async (handle: Handle, tls: Tls | null): Promise<Door> => {
  const listener = answerHttp1(handle, tls === null ? 'http' : 'https');
  const server = tls === null ? createServer(listener) : createTlsServer({ cert: tls.cert, key: tls.key }, listener);
  server.keepAliveTimeout = 60_000;
  const port = await listenOnLoopback(server);
  return {
    url: `${tls === null ? 'http' : 'https'}://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** It listens only on loopback. */
export const listenOnLoopback = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** A `request` listener for a fake. It also serves HTTP/1.1 clients of the HTTP/2 servers. */
export const answerHttp1 = (handle: Handle, scheme: 'http' | 'https') => {
  const requestsSoFar = new WeakMap<object, number>();
  return (request: IncomingMessage, response: ServerResponse): void => {
    const connection = request.socket;
    const nthOnConnection = (requestsSoFar.get(connection) ?? 0) + 1;
    requestsSoFar.set(connection, nthOnConnection);
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('error', () => request.socket.destroy());
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > BODY_LIMIT_BYTES) request.socket.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      const origin = `${scheme}://${headers.host ?? ''}`;
      const from = { origin, connection, nthOnConnection, mayRefuse: true };
      send(request, response, handle({ method, path: url, headers, body, ...from }));
    });
  };
};

const send = (request: IncomingMessage, response: ServerResponse, reply: Reply): void => {
  const { status, headers = {}, body = '', fault } = reply;
  const answer = () => {
    if (!response.destroyed)
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  };
  if (fault === undefined || fault === null) {
    answer();
    return;
  }
  switch (fault.kind) {
    case 'hang':
      break;
    case 'reset-stream':
    case 'reset-socket':
      cut(request.socket);
      break;
    case 'goaway':
      response.setHeader('connection', 'close');
      if (fault.refuse === true) request.socket.destroy();
      else answer();
      break;
    case 'slow':
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      response.flushHeaders();
      setTimeout(() => response.end(body), fault.delayMs);
      break;
    default:
      setTimeout(answer, fault.delayMs ?? 0);
  }
};

/** Closes without an answer, with RST if there is no TLS. TLS cannot send one. */
const cut = (socket: Socket): void => {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
};
