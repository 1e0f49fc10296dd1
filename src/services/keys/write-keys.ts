import { getOrInsert } from '../../collections.js';
import { generateApiKey, prefixOf, sha256 } from '../../crypto/secrets.js';
import { execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { Scope } from '../../entities/api-key.js';
import { AppError } from '../../errors.js';
import type { CallingMember } from '../caller.js';
import { MAXIMA_IN_USE } from '../rules/maxima.js';

export interface ApiKeyFields {
  readonly userId: number;
  /** The key that makes it; null: a member or the operator does. */
  readonly parentId: number | null;
  /** The member who makes it; null: a key or the operator does. */
  readonly member: Pick<CallingMember, 'id' | 'name'> | null;
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
    `INSERT INTO api_key
       (user_id, parent_id, member_id, member_name, name, prefix, hash, scopes, created_at, expires_at, revoked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
    [
      key.userId,
      key.parentId,
      key.member?.id ?? null,
      key.member?.name ?? null,
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

/** Of one user, that are neither revoked nor expired. */
export const MAX_ACTIVE_KEYS = MAXIMA_IN_USE.apiKeys.most;

/** After a key was made, with the catalogue locked. @throws CONFLICT, so that the transaction ends without it. */
export const checkKeyCount = async (tx: Tx, userId: number, now: number): Promise<void> => {
  const [row] = await select<{ n: number }>(
    tx,
    'SELECT COUNT(*) AS n FROM api_key WHERE user_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
    [userId, now],
  );
  if (Number(row?.n) <= MAX_ACTIVE_KEYS) return;
  const message = `A user has at most ${MAX_ACTIVE_KEYS} keys that are good; revoke one that is not needed.`;
  throw new AppError('CONFLICT', message);
};

/** Revokes those that are not revoked yet. @returns how many they were. */
export const endKeys = async (tx: Tx, { ids, now }: { ids: readonly number[]; now: number }): Promise<number> => {
  const sql = `UPDATE api_key SET revoked_at = ? WHERE revoked_at IS NULL AND id IN ${inList(ids)}`;
  return (await execute(tx, sql, [now, ...ids])).affected;
};

/** A key, all that it has made or rotated, and what came of these: every key that its holder may know. */
export const findFamily = async (tx: Tx, id: number): Promise<number[]> => {
  const rows = await select<{ id: number }>(
    tx,
    `WITH RECURSIVE family (id) AS (
       SELECT id FROM api_key WHERE id = ?
       UNION SELECT k.id FROM api_key k JOIN family f ON k.parent_id = f.id)
     SELECT id FROM family`,
    [id],
  );
  return rows.map((row) => Number(row.id));
};

/**
 * Good keys by the member who made them, with all that those keys made: the member may know every one of them.
 * @param query reads, in a transaction or outside one.
 */
export const findKeysOfMembers = async (
  query: (sql: string, parameters: readonly unknown[]) => Promise<readonly { member: number; id: number }[]>,
  { memberIds, userId, now }: { memberIds: readonly number[]; userId: number; now: number },
): Promise<Map<number, number[]>> => {
  const rows = await query(
    `WITH RECURSIVE family (member, id) AS (
       SELECT member_id, id FROM api_key WHERE member_id IN ${inList(memberIds)} AND user_id = ?
       UNION SELECT f.member, k.id FROM api_key k JOIN family f ON k.parent_id = f.id)
     SELECT f.member, k.id FROM family f JOIN api_key k ON k.id = f.id
     WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?) ORDER BY k.id`,
    [...memberIds, userId, now],
  );
  const found = new Map<number, number[]>();
  for (const { member, id } of rows) getOrInsert(found, Number(member), () => []).push(Number(id));
  return found;
};
