import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../errors.js';
import { toAppError } from '../../http/to-app-error.js';
import { logHiddenError } from '../mask-error.js';

interface Answer {
  readonly errors: readonly { readonly extensions?: { readonly code?: unknown } }[];
  readonly data?: unknown;
}

/**
 * An onSend hook that adds the request id to every error and sets the status of GraphQL over HTTP. With
 * `application/json`, a well-formed request returns 200 even if its document is refused.
 */
export const finishErrors = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void => {
  // Apollo and this service write `errors` first; other payloads stay unchanged.
  const hasErrors = typeof payload === 'string' && payload.startsWith('{"errors":');
  done(null, hasErrors ? finish(request, reply, payload) : payload);
};

const finish = (request: FastifyRequest, reply: FastifyReply, payload: string): string => {
  const answer = JSON.parse(payload) as Answer;
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
  if (reply.statusCode === 400 && isJson && answer.errors.every(isAboutTheOperation)) reply.code(200);
  const errors = answer.errors.map((error) => ({
    ...error,
    extensions: { ...error.extensions, reqId: request.id },
  }));
  const finished = JSON.stringify({ ...answer, errors });
  reply.header('content-length', Buffer.byteLength(finished));
  return finished;
};

const OPERATION_CODES = new Set<unknown>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'LIMIT_EXCEEDED',
  'BAD_USER_INPUT',
  'FORBIDDEN',
]);

const isAboutTheOperation = ({ extensions }: Answer['errors'][number]): boolean =>
  OPERATION_CODES.has(extensions?.code);

/** Sends errors that occur before GraphQL starts (key, body, path) in its form, with their HTTP status. */
export const sendGraphqlError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { code, message, status, details } = toAppError(error, request);
  if (code === 'INTERNAL') logHiddenError(request.log, error, request.id);
  if (code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer');
  if (details.allow !== undefined) reply.header('allow', details.allow);
  if (details.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.ceil(details.retryAfterSeconds)));
  return reply
    .code(status)
    .header('content-type', contentTypeFor(request.headers.accept))
    .send(JSON.stringify({ errors: [{ message, extensions: { code: codeOf(code) } }] }));
};

const contentTypeFor = (accept: string | undefined): string => {
  const type = accept?.includes('application/graphql-response+json') ? 'graphql-response+json' : 'json';
  return `application/${type}; charset=utf-8`;
};

/** Apollo uses BAD_REQUEST for malformed requests and BAD_USER_INPUT for invalid operations. */
const codeOf = (code: ErrorCode): string => (code === 'BAD_USER_INPUT' ? 'BAD_REQUEST' : code);
