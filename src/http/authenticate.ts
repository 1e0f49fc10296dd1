import type { FastifyRequest } from 'fastify';
import type { Scope } from '../entities/api-key.js';
import { AppError } from '../errors.js';
import { type Caller, requireScope } from '../services/caller.js';
import type { KeyService } from '../services/keys/key-service.js';
import type { AddressGuard } from '../services/rate-limits/address-guard.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate`. */
    caller: Caller | null;
  }
}

export interface KeyCheck {
  readonly keys: KeyService;
  readonly addresses: AddressGuard;
}

/**
 * An onRequest hook, so that a bad key is refused before the body is read.
 * @param scopes required in addition to `read` or `write`.
 */
export const authenticate =
  ({ keys, addresses }: KeyCheck, scopes: readonly Scope[]) =>
  async (request: FastifyRequest): Promise<void> => {
    const { ip, headers } = request;
    const caller = await addresses.watch(ip, headers.authorization, (key) => keys.authenticate(key));
    requireScope(caller, isReading(request.method) ? 'read' : 'write');
    for (const scope of scopes) requireScope(caller, scope);
    request.caller = caller;
  };

/** The caller of a request that passed `authenticate`. */
export const callerOf = (request: FastifyRequest): Caller => {
  if (request.caller) return request.caller;
  throw new AppError('UNAUTHENTICATED', 'Send a valid API key as "Authorization: Bearer <API_KEY>".');
};

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';
