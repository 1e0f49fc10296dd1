import { type Database, select, type Tx } from '../../database/database.js';
import { type CopyRow, shareUsers, type UserScope, writeCopies } from '../end-users/device-copies.js';

interface CopyRange {
  readonly tombstones: UserScope['tombstones'];
  readonly appId: number;
  /** The account. */
  readonly userId: number;
  /** Epoch ms, used as the creation time of missing users. */
  readonly now: number;
  readonly after: number;
  readonly upTo: number;
}

/** Recalculates the attributes of devices from those of their users and their own. @returns how many were wrong */
export const rebuildCopies = async (
  tx: Tx,
  database: Database,
  { appId, userId, now, after, upTo, tombstones }: CopyRange,
): Promise<number> => {
  const { dialect } = database;
  const range = `FROM device ${dialect.forcePrimary} WHERE app_id = ? AND id > ? AND id <= ?`;
  const named = await select<Pick<CopyRow, 'external_user_id'>>(
    tx,
    `SELECT DISTINCT external_user_id ${range} AND external_user_id IS NOT NULL`,
    [appId, after, upTo],
  );
  // Users come before devices, as in every other change.
  const ids = named.flatMap(({ external_user_id }) => external_user_id ?? []);
  const { users } = await shareUsers(tx, { database, userId, now, tombstones }, ids);
  const columns = 'app_id, id, external_user_id, attributes, own_attributes';
  const rows = await select<CopyRow>(tx, `SELECT ${columns} ${range} ${dialect.forUpdate}`, [appId, after, upTo]);
  const copies = rows.flatMap((row) => {
    const user = row.external_user_id === null ? {} : users.get(row.external_user_id);
    // The device has just got another user, and with it the right attributes.
    return user ? [{ row, user }] : [];
  });
  return writeCopies(tx, copies);
};
