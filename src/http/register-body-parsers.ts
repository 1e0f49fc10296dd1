import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, kept where the request has an `Idempotency-Key`. */
    rawBody: Buffer | null;
  }
}

type ParseText = (text: string) => Promise<unknown>;

/** JSON alone. An empty body is no body, whatever its type: legacy clients name a type on requests without one. */
export const registerBodyParsers = (server: FastifyInstance): void => {
  server.decorateRequest('rawBody', null);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => parseJsonBody(request, body, toParseText(server, request)),
  );
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    throw new AppError('BAD_USER_INPUT', 'Send the request body as JSON, with "content-type: application/json".');
  });
};

const parseJsonBody = async (request: FastifyRequest, body: Buffer, parseText: ParseText): Promise<unknown> => {
  if (body.length === 0) return undefined;
  if (request.headers['idempotency-key'] !== undefined) request.rawBody = body;
  const text = decodeUtf8(body);
  if (text === null) throw new AppError('BAD_USER_INPUT', 'The request body is not valid UTF-8.');
  return parseText(text);
};

/** Keys such as `__proto__` are removed: they are unknown fields, and those are ignored. */
const toParseText = (server: FastifyInstance, request: FastifyRequest): ParseText => {
  const parse = server.getDefaultJsonParser('remove', 'remove');
  return (text) =>
    new Promise((resolve, reject) => {
      parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    });
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decodeUtf8 = (body: Buffer): string | null => {
  try {
    return utf8.decode(body);
  } catch {
    // A TypeError is the decoder's way to say that it is malformed.
    return null;
  }
};
