import { type Database, select, type Tx } from '../database/database.js';

/**
 * Holds a user's catalogue until the transaction ends. Whatever names another resource (a scheduler its applications,
 * groups and events; a group its applications) and whatever takes one away call it first, so that nothing is named that
 * is going away at the same time; so does whatever makes or ends keys, or decides about the user as a whole. On SQLite the write transaction is that lock.
 */
export const lockCatalogue = async (tx: Tx, database: Database, userId: number): Promise<void> => {
  const { forUpdate } = database.dialect;
  if (forUpdate) await select(tx, `SELECT id FROM user_account WHERE id = ? ${forUpdate}`, [userId]);
};
