import { type Database, select, type Tx } from '../database/database.js';
import { notFound } from '../errors.js';

/**
 * Locks a user's catalogue until the transaction ends. Call it before a change that names another resource (a scheduler
 * names applications, groups and events; a group names applications) or removes one, so that nothing names a resource
 * that is being removed. Call it also before creating or revoking keys, and before deciding about the user as a whole.
 * On SQLite the write transaction is that lock.
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
    | 'alert_rule'
    | 'api_key'
    | 'run'
    | 'campaign_draft'
    | 'category'
    | 'media'
    | 'message_template'
    | 'segment'
    | 'webhook';
  readonly id: number;
  readonly userId: number;
  /** The user's word for the resource, used in the error. */
  readonly noun: string;
}

/** Locks the row until the transaction ends, so that conflicting requests run one after another. @throws NOT_FOUND */
export const lockOwned = async (tx: Tx, database: Database, row: OwnedRow): Promise<void> => {
  const sql = `SELECT id FROM ${row.table} WHERE id = ? AND user_id = ? ${database.dialect.forUpdate}`;
  const found = await select(tx, sql, [row.id, row.userId]);
  if (found.length === 0) throw notFound(row.noun);
};
