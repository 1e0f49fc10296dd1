import { type Database, select, type Tx } from '../database/database.js';
import { notFound } from '../errors.js';

/**
 * Holds a user's catalogue until the transaction ends. Whatever names another resource (a scheduler its applications,
 * groups and events; a group its applications) and whatever takes one away call it first, so that nothing is named that
 * is going away at the same time; so does whatever makes or ends keys, or decides about the user as a whole. On SQLite the write transaction is that lock.
 */
export const lockCatalogue = async (tx: Tx, database: Database, userId: number): Promise<void> => {
  const { forUpdate } = database.dialect;
  if (forUpdate) await select(tx, `SELECT id FROM user_account WHERE id = ? ${forUpdate}`, [userId]);
};

export interface OwnedRow {
  readonly table:
    | 'app'
    | 'app_group'
    | 'scheduler'
    | 'push'
    | 'custom_event'
    | 'audience_group'
    | 'api_key'
    | 'run'
    | 'campaign_draft';
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
