import { execute, select, type Tx } from '../database/database.js';
import { inList } from '../database/in-list.js';

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
