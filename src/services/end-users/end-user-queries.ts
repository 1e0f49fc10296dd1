import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { hydrate, type Row } from '../../database/hydrate.js';
import { EndUser } from '../../entities/end-user.js';

const IDS_PER_STATEMENT = 10_000;

/** Reads users of one account by its own ids; unknown ids are absent. */
export const selectUsersByExternalId = async (
  database: Database,
  userId: number,
  { externalUserIds, columns }: { readonly externalUserIds: readonly string[]; readonly columns: readonly string[] },
): Promise<Map<string, EndUser>> => {
  const found = new Map<string, EndUser>();
  const list = [...new Set([...columns, 'external_user_id'])].join(', ');
  for (const part of chunk(externalUserIds, IDS_PER_STATEMENT)) {
    const among = database.dialect.among('external_user_id', part);
    const sql = `SELECT ${list} FROM end_user WHERE user_id = ? AND ${among.sql}`;
    const rows = await database.query<Row>(sql, [userId, ...among.parameters]);
    for (const user of hydrate(database.reader, EndUser, rows)) found.set(user.externalUserId, user);
  }
  return found;
};
