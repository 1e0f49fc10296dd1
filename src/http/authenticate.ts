import type { FastifyRequest } from 'fastify';
import type { Scope } from '../entities/api-key.js';
import { AppError } from '../errors.js';
import { type Caller, requireScope } from '../services/caller.js';
import type { KeyService } from '../services/key-service.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate`. */
    caller: Caller | null;
  }
}

/**
 * An onRequest hook, so that a bad key is refused before a body is read, let alone judged.
 * @param scopes what the key must have beside `read` or `write`.
 */
export const authenticate =
  (keys: KeyService, scopes: readonly Scope[]) =>
  async (request: FastifyRequest): Promise<void> => {
    const caller = await keys.authenticate(request.headers.authorization);
    requireScope(caller, isReading(request.method) ? 'read' : 'write');
    for (const scope of scopes) requireScope(caller, scope);
    request.caller = caller;
  };

/** The caller of a request that `authenticate` has let through. */
export const callerOf = (request: FastifyRequest): Caller => {
  if (request.caller) return request.caller;
  throw new AppError('UNAUTHENTICATED', 'Send a valid API key as "Authorization: Bearer <API_KEY>".');
};

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';
