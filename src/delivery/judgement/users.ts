import { amongIds } from '../../database/among-ids.js';
import type { Database } from '../../database/database.js';

/** The users of devices; a device without a user is absent. May also contain devices that were not requested. */
export type Users = ReadonlyMap<number, string>;

/** Rules read them only when a setting needs them, so that others do not pay for a column of every device. */
export const readUsers = async (
  database: Pick<Database, 'rows' | 'dialect'>,
  appId: number,
  deviceIds: readonly number[],
): Promise<Users> => {
  const { sql, parameters } = amongIds(database.dialect, 'id', [...new Set(deviceIds)]);
  const rows = await database.rows<readonly [id: number, user: string]>(
    `SELECT id, external_user_id FROM device ${database.dialect.forcePrimary}
     WHERE app_id = ? AND ${sql} AND external_user_id IS NOT NULL`,
    [appId, ...parameters],
  );
  const users = new Map<number, string>();
  for (const [id, user] of rows) users.set(Number(id), user);
  return users;
};
