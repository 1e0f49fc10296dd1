import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../errors.js';
import { toAppError } from './to-app-error.js';

/** The one shape of errors (docs/rules.md#errors): `{error, req_id}`. Internal errors are logged and masked. */
export const sendError = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply =>
  send(request, reply, { error, known: toAppError(error, request) });

/** Adds a stable `code` and the first wrong `field` for the console, which has its own words for refusals. */
export const sendRefusal = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
  const known = toAppError(error, request);
  const { code, field } = known.details.violations?.[0] ?? { code: known.code };
  return send(request, reply, { error, known, more: { code, field } });
};

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  { error, known, more }: { error: unknown; known: AppError; more?: { code: string; field?: string | undefined } },
): FastifyReply => {
  if (known.code === 'INTERNAL') logInternal(request, error);
  const { allow, retryAfterSeconds } = known.details;
  if (allow !== undefined) reply.header('allow', allow);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(retryAfterSeconds)));
  return reply
    .code(known.status)
    .header('x-request-id', request.id)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ error: known.message, req_id: request.id, ...more }));
};

export const logInternal = (request: FastifyRequest, error: unknown): void =>
  request.log.error({ req_id: request.id, err: error }, 'request failed');
