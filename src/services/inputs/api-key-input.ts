import type { Scope } from '../../entities/api-key.js';

export interface ApiKeyInput {
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  /** null: without end. */
  readonly expiresAt: Date | null;
}
