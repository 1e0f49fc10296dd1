import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { badInput } from '../errors.js';
import { callerOf } from '../http/authenticate.js';
import type { Claim, IdempotencyService, KeyedRequest, StoredAnswer } from '../services/idempotency-service.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The claim on the `Idempotency-Key`, which the response must settle. */
    claimed: Claim | null;
  }
}

/**
 * Adds `Idempotency-Key` to every POST route of this scope (docs/rules.md#idempotency). Refused keys and unreadable
 * bodies are not stored.
 */
export const addIdempotency = (server: FastifyInstance, idempotency: IdempotencyService): void => {
  server.decorateRequest('claimed', null);
  const hooks = createHooks(idempotency);
  server.addHook('onRoute', (route) => {
    if (route.method === 'POST') Object.assign(route, hooks);
  });
};

const createHooks = (idempotency: IdempotencyService): Pick<RouteOptions, 'preValidation' | 'onSend'> => ({
  preValidation: async (request, reply) => {
    const keyed = toKeyedRequest(request);
    if (!keyed) return;
    const found = await idempotency.claim(keyed);
    if ('answer' in found) return repeatAnswer(request, reply, found.answer);
    request.claimed = found.claim;
  },
  onSend: async (request, reply, payload) => {
    const { claimed } = request;
    if (!claimed) return;
    request.claimed = null;
    try {
      await settle(idempotency, claimed, {
        status: reply.statusCode,
        body: typeof payload === 'string' ? payload : '',
      });
    } catch (error) {
      // The work is done, so the client gets its answer. The claim expires on its own.
      request.log.error({ req_id: request.id, err: error }, 'idempotency key not settled');
    }
  },
});

const settle = (idempotency: IdempotencyService, claimed: Claim, answer: StoredAnswer): Promise<void> =>
  answer.status < 500 ? idempotency.settle(claimed, answer) : idempotency.release(claimed);

const repeatAnswer = (request: FastifyRequest, reply: FastifyReply, { status, body }: StoredAnswer): FastifyReply => {
  reply.code(status).header('idempotency-replayed', 'true');
  if (body === '') return reply.send();
  reply.header('content-type', 'application/json; charset=utf-8');
  // The id in an error must be that of the current request (docs/rules.md#errors).
  return reply.send(status < 400 ? body : JSON.stringify({ ...JSON.parse(body), req_id: request.id }));
};

const toKeyedRequest = (request: FastifyRequest): KeyedRequest | null => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badInput('Idempotency-Key', 'The header Idempotency-Key must have 1 to 255 printable ASCII characters.');
  }
  const path = request.url.split('?', 1)[0] ?? '';
  const hash = createHash('sha256')
    .update(`${request.method} ${path}\n`)
    .update(request.rawBody ?? '');
  return { userId: callerOf(request).userId, key, hash: hash.digest('hex') };
};
