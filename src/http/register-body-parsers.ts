import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw body, kept for requests with an `Idempotency-Key`. */
    rawBody: Buffer | null;
  }
}

type ParseText = (text: string) => Promise<unknown>;

/**
 * Accepts only JSON. An empty body of any type is no body, because legacy clients name a type on requests without one.
 */
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
  if (text.length > ALWAYS_CHEAP_LENGTH && isTooComplex(text)) {
    throw new AppError(
      'BAD_USER_INPUT',
      `The request body has more than ${MAX_PARTS} names, lists and objects, or is nested more than ${MAX_DEPTH} levels deep; send it in parts.`,
    );
  }
  return parseText(text);
};

const ALWAYS_CHEAP_LENGTH = 64 * 1024;
/** A body of a thousand devices with every attribute has 17,000. */
const MAX_PARTS = 25_000;
const MAX_DEPTH = 64;

/** Counting costs a hundredth of what it costs to parse a megabyte of nested lists or ever new names. */
const isTooComplex = (text: string): boolean => {
  let [parts, depth] = [0, 0];
  for (let at = 0; at < text.length && parts <= MAX_PARTS && depth <= MAX_DEPTH; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === ':') parts += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === '[' || sign === '{') {
      parts += 1;
      depth += 1;
    }
  }
  return parts > MAX_PARTS || depth > MAX_DEPTH;
};

/** The position of the closing quote, or the length of the text. */
const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
};

/** Removes keys such as `__proto__`: they are unknown fields, which are ignored. */
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
    // The decoder throws a TypeError for malformed text.
    return null;
  }
};
