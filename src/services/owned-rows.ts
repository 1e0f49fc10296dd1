import { chunk } from '../collections.js';
import type { Database } from '../database/database.js';
import { hydrate, type Row } from '../database/hydrate.js';
import { inList } from '../database/in-list.js';

/** SQLite takes 32,766 parameters in a statement. */
const IDS_PER_STATEMENT = 10_000;

export interface OwnedTable<T extends object> {
  readonly entity: new () => T;
  readonly table: string;
  /** Columns that are not read because they are large or secret. */
  readonly omit?: readonly string[];
  /** Rows without an owner are visible to everybody. */
  readonly shared?: true;
}

/** Reads rows of one user by id; missing rows and those of others are absent. */
export const selectOwned = async <T extends { id: number }>(
  database: Database,
  { entity, table, shared }: OwnedTable<T>,
  { userId, ids, columns }: { userId: number; ids: readonly number[]; columns: readonly string[] },
): Promise<Map<number, T>> => {
  const owned = shared ? '(user_id = ? OR user_id IS NULL)' : 'user_id = ?';
  const found = new Map<number, T>();
  for (const part of chunk(ids, IDS_PER_STATEMENT)) {
    const sql = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${owned} AND id IN ${inList(part)}`;
    for (const row of hydrate(database.reader, entity, await database.query<Row>(sql, [userId, ...part]))) {
      found.set(Number(row.id), row);
    }
  }
  return found;
};
