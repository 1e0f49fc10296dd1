import { getOrInsert } from '../../collections.js';
import { generateApiKey, prefixOf, sha256 } from '../../crypto/secrets.js';
import { execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRow } from '../../database/write-rows.js';
import { API_KEY_TABLE, type Scope } from '../../entities/api-key.js';
import { AppError } from '../../errors.js';
import type { CallingMember } from '../caller.js';
import { MAXIMA_IN_USE } from '../rules/maxima.js';

export interface ApiKeyFields {
  readonly userId: number;
  /** The key that creates it; null if a member or the operator does. */
  readonly parentId: number | null;
  /** The member who creates it; null if a key or the operator does. */
  readonly member: Pick<CallingMember, 'id' | 'name'> | null;
  /** Generated if omitted. A bootstrap key is the operator's own text. */
  readonly apiKey?: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export interface MintedKey {
  readonly id: number;
  /** The key itself; only its hash is stored. */
  readonly apiKey: string;
}

export const insertApiKey = async (tx: Tx, key: ApiKeyFields): Promise<MintedKey> => {
  const { member, scopes, apiKey = generateApiKey(), ...fields } = key;
  const { insertId } = await insertRow(tx, API_KEY_TABLE, {
    ...fields,
    memberId: member?.id ?? null,
    memberName: member?.name ?? null,
    prefix: prefixOf(apiKey),
    hash: sha256(apiKey),
    scopes: [...scopes],
    revokedAt: null,
  });
  return { id: insertId, apiKey };
};

/** A user's keys that are neither revoked nor expired. */
export const MAX_ACTIVE_KEYS = MAXIMA_IN_USE.apiKeys.most;

/** Checks the maximum after a key was created, with the catalogue locked. @throws CONFLICT, which rolls back. */
export const checkKeyCount = async (tx: Tx, userId: number, now: number): Promise<void> => {
  const [row] = await select<{ n: number }>(
    tx,
    'SELECT COUNT(*) AS n FROM api_key WHERE user_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
    [userId, now],
  );
  if (Number(row?.n) <= MAX_ACTIVE_KEYS) return;
  const message = `A user has at most ${MAX_ACTIVE_KEYS} keys at a time; revoke one that is no longer needed.`;
  throw new AppError('CONFLICT', message);
};

/** Revokes keys that are not revoked yet. @returns how many. */
export const endKeys = async (tx: Tx, { ids, now }: { ids: readonly number[]; now: number }): Promise<number> => {
  const sql = `UPDATE api_key SET revoked_at = ? WHERE revoked_at IS NULL AND id IN ${inList(ids)}`;
  return (await execute(tx, sql, [now, ...ids])).affected;
};

/** Returns a key and every key made or rotated from it, directly or indirectly. Its holder may know all of them. */
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
 * Returns valid keys by the member who made them, with all keys made from these, since the member may know them.
 * @param query reads in a transaction or outside one.
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
