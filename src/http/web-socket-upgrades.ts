import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpSocket } from './answer-client-error.js';

/** Headers of a single hop, about the protocol that was not chosen. */
const DROPPED = new Set(['connection', 'http2-settings', 'upgrade']);

/**
 * Emits `upgrade` events of `server` only for WebSockets. Any other upgrade, such as the `h2c` that Java's HttpClient
 * offers in every request over plain HTTP, is answered as if it had not been offered (RFC 9110, 7.8). Node.js 20 passes
 * on all of them, body unread, as soon as one listener exists.
 */
export const webSocketUpgrades = (server: Server): EventEmitter => {
  const upgrades = new EventEmitter();
  server.on('upgrade', (request: IncomingMessage, socket: HttpSocket, head: Buffer) => {
    if (isWebSocket(request)) upgrades.emit('upgrade', request, socket, head);
    else whenAnswered(socket, () => readAgain(server, { request, socket, head }));
  });
  return upgrades;
};

const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

/** Answers on a connection leave in the order of their requests, and an earlier one may still be running. */
const whenAnswered = (socket: HttpSocket, proceed: () => void): void => {
  const { _httpMessage: answer } = socket;
  if (answer) answer.once('finish', () => whenAnswered(socket, proceed));
  else if (socket.writable) proceed();
};

/** Puts the request back in front of its body, without the offer, and lets the server parse the connection again. */
const readAgain = (
  server: Server,
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
): void => {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!DROPPED.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  const connection = keptOptions(request);
  if (connection !== '') lines.push(`connection: ${connection}`);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
};

/** `close` and `keep-alive` still apply. */
const keptOptions = ({ headers }: IncomingMessage): string =>
  (headers.connection ?? '')
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '' && !DROPPED.has(option.toLowerCase()))
    .join(', ');
