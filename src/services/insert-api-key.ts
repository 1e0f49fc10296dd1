import { generateApiKey, prefixOf, sha256 } from '../crypto/secrets.js';
import { execute, type Tx } from '../database/database.js';
import type { Scope } from '../entities/api-key.js';

export interface ApiKeyFields {
  readonly userId: number;
  /** Left out: a new one. A bootstrap key is the operator's own text. */
  readonly apiKey?: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export interface MintedKey {
  readonly id: number;
  /** The key itself: what is stored is its hash. */
  readonly apiKey: string;
}

export const insertApiKey = async (tx: Tx, key: ApiKeyFields): Promise<MintedKey> => {
  const apiKey = key.apiKey ?? generateApiKey();
  const { insertId } = await execute(
    tx,
    `INSERT INTO api_key (user_id, name, prefix, hash, scopes, created_at, expires_at, revoked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, NULL)`,
    [
      key.userId,
      key.name,
      prefixOf(apiKey),
      sha256(apiKey),
      key.scopes.join(','),
      key.createdAt.getTime(),
      key.expiresAt?.getTime() ?? null,
    ],
  );
  return { id: insertId, apiKey };
};
