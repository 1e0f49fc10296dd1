import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, kept where the request has an `Idempotency-Key`. */
    rawBody: Buffer | null;
  }
}

type Done = (error: Error | null, body?: unknown) => void;

/** JSON alone. An empty body is no body, whatever its type: legacy clients name a type on requests without one. */
export const registerBodyParsers = (server: FastifyInstance): void => {
  server.decorateRequest('rawBody', null);
  server.removeAllContentTypeParsers();
  // Keys such as `__proto__` are unknown fields, and those are ignored.
  const parseJson = server.getDefaultJsonParser('remove', 'remove');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0 || request.is404) return done(null, undefined);
    keepRawBody(request, body);
    const text = decodeUtf8(body);
    if (text === null) return done(new AppError('BAD_USER_INPUT', 'The request body is not valid UTF-8.'));
    return parseJson(request, text, done);
  });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) =>
    refuseOtherTypes(request, body, done),
  );
};

const refuseOtherTypes = (request: FastifyRequest, body: Buffer, done: Done): void => {
  if (body.length === 0 || request.is404) return done(null, undefined);
  return done(new AppError('BAD_USER_INPUT', 'Send the request body as JSON, with "content-type: application/json".'));
};

const keepRawBody = (request: FastifyRequest, body: Buffer): void => {
  if (request.headers['idempotency-key'] !== undefined) request.rawBody = body;
};

const decodeUtf8 = (body: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    // A TypeError is the decoder's way to say that it is malformed.
    return null;
  }
};
