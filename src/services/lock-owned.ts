import { type Database, select, type Tx } from '../database/database.js';
import { notFound } from '../errors.js';

export interface OwnedRow {
  readonly table: 'app' | 'app_group' | 'scheduler' | 'push' | 'custom_event' | 'audience_group' | 'api_key' | 'run';
  readonly id: number;
  readonly userId: number;
  /** For the error: what the user knows it as. */
  readonly noun: string;
}

/** Holds the row until the transaction ends, so that conflicting requests take turns. @throws NOT_FOUND */
export const lockOwned = async (tx: Tx, database: Database, row: OwnedRow): Promise<void> => {
  const sql = `SELECT id FROM ${row.table} WHERE id = ? AND user_id = ? ${database.dialect.forUpdate}`;
  const found = await select(tx, sql, [row.id, row.userId]);
  if (found.length === 0) throw notFound(row.noun);
};
