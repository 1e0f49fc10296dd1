import type { Scope } from '../entities/api-key.js';
import { AppError } from '../errors.js';

/** Who asks: everything is looked up within this user. */
export interface Caller {
  readonly userId: number;
  readonly keyId: number;
  readonly scopes: readonly Scope[];
  /** The beginning of the key, for the log. */
  readonly keyPrefix?: string;
  /** By itself: it may be resumed by this key and nothing else. */
  readonly suspended?: true;
}

/** @throws FORBIDDEN with what the key lacks. */
export const requireScope = (caller: Caller, scope: Scope): void => {
  if (caller.scopes.includes(scope)) return;
  throw new AppError('FORBIDDEN', `This API key lacks the scope "${scope}"; use a key that has it.`);
};
