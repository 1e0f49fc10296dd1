import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { AppError } from '../errors.js';
import type { RouteTable } from './route-table.js';

/** An error of Node's HTTP parser. */
export interface ParserError extends Error {
  readonly code?: string;
  readonly bytesParsed?: number;
  /** The bytes that the parser was reading. */
  readonly rawPacket?: unknown;
}

/** Node keeps the current answer at the socket without a public name; Node's own handler reads it too. */
export type HttpSocket = Duplex & { readonly _httpMessage?: ServerResponse | null; readonly bytesRead?: number };

const LONG = new WeakSet<object>();

/** The socket's current request may take longer to arrive; its route ends it in time. */
export const takeLong = (socket: object): void => void LONG.add(socket);

/** How long a refused client may take to read the answer. */
const LINGER_MS = 1_000;
const MALFORMED = 'The request is not well-formed HTTP.';

/** Answers bytes that are not HTTP in the usual shape of errors, and ends the connection. */
export const answerClientError =
  (logger: Logger, routes: RouteTable) =>
  (error: ParserError, socket: HttpSocket): void => {
    // The client already has its answer; anything it still sends is malformed too.
    if (socket.writableEnded && !socket.destroyed) return;
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && LONG.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0 || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    const refusal = readRefusal(error, routes);
    sendRaw(socket, refusal, (line) => logger.info({ ...line, code: error.code }, 'malformed request'));
  };

/** This is not a proxy, so `CONNECT` is just another method that no route has. */
export const answerConnect =
  (logger: Logger, routes: RouteTable) =>
  ({ url = '' }: IncomingMessage, socket: Duplex): void =>
    sendRaw(socket, routes.refusal('CONNECT', url), (line) => logger.info(line, 'request to connect'));

/** A second answer would be read as part of the first, or as that of another request. */
const isAnswering = ({ _httpMessage: answer }: HttpSocket): boolean =>
  answer != null && (answer.headersSent || answer.req.complete);

const readRefusal = (error: ParserError, routes: RouteTable): Refusal => {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, message: 'The address and headers of the request are too long.' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'The request did not arrive in time.' };
    case 'HPE_INVALID_METHOD':
      return refuseMethod(error, routes) ?? { status: 400, message: MALFORMED };
    default:
      return { status: 400, message: MALFORMED };
  }
};

/** Answers a method that the parser does not know as one that the route does not accept; null: not a request line. */
const refuseMethod = ({ rawPacket, bytesParsed = 0 }: ParserError, routes: RouteTable): AppError | null => {
  if (!Buffer.isBuffer(rawPacket)) return null;
  const from = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const line = rawPacket.subarray(from, rawPacket.indexOf('\n', bytesParsed)).toString('latin1').trimEnd();
  const [method = '', url = '', version, ...more] = line.split(' ');
  const isRequest = /^[\w-]{1,40}$/.test(method) && url.startsWith('/') && version?.startsWith('HTTP/1.');
  return isRequest && more.length === 0 ? routes.refusal(method, url) : null;
};

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly details?: AppError['details'];
}

const sendRaw = (
  socket: Duplex,
  { status, message, details }: Refusal,
  log: (line: { req_id: string; status: number }) => void,
): void => {
  const reqId = randomUUID();
  log({ req_id: reqId, status });
  const body = JSON.stringify({ error: message, req_id: reqId });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(details?.allow === undefined ? [] : [`allow: ${details.allow}`]),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${reqId}`,
    'connection: close',
  ];
  // The delay matters: unread bytes would reset the connection before the client reads the answer.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => clearTimeout(timer));
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
