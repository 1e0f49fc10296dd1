import type { Scope } from '../entities/api-key.js';
import { AppError } from '../errors.js';

/** Who asks: everything is looked up within this user. */
export interface Caller {
  readonly userId: number;
  readonly keyId: number;
  readonly scopes: readonly Scope[];
}

/** @throws FORBIDDEN with what the key lacks. */
export const requireScope = (caller: Caller, scope: Scope): void => {
  if (caller.scopes.includes(scope)) return;
  throw new AppError('FORBIDDEN', `This API key lacks the scope "${scope}"; use a key that has it.`);
};
