import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

/** Answers what is not even HTTP, in the shape of every other error. */
export const answerClientError =
  (logger: Logger) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const reqId = randomUUID();
    const { status, text, message } = ANSWERS[error.code ?? ''] ?? MALFORMED;
    logger.info({ req_id: reqId, status, code: error.code }, 'malformed request');
    const body = JSON.stringify({ error: message, req_id: reqId });
    const head = [
      `HTTP/1.1 ${status} ${text}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${reqId}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };

const MALFORMED = { status: 400, text: 'Bad Request', message: 'The request is not well-formed HTTP.' };

const ANSWERS: Readonly<Record<string, typeof MALFORMED>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    text: 'Request Header Fields Too Large',
    message: 'The address and headers of the request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'Request Timeout', message: 'The request did not arrive in time.' },
};
