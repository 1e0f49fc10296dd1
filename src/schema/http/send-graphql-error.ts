import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../errors.js';
import { toAppError } from '../../http/to-app-error.js';
import { logHiddenError } from '../log-hidden-error.js';

/** What fails before GraphQL begins (key, body, address) in GraphQL's shape, with its HTTP status. */
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

/** As Apollo calls what is no GraphQL request: `BAD_USER_INPUT` is for what is wrong with an operation. */
const codeOf = (code: ErrorCode): string => (code === 'BAD_USER_INPUT' ? 'BAD_REQUEST' : code);
