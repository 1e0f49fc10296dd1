import type { Database } from '../../database/database.js';

/** The users of devices; a device without a user is absent. */
export type Users = ReadonlyMap<number, string>;

/** Rules read them only when a setting needs them, so that others do not pay for a column of every device. */
export const readUsers = async (
  database: Pick<Database, 'query' | 'dialect'>,
  appId: number,
  deviceIds: readonly number[],
): Promise<Users> => {
  const { sql, parameters } = database.dialect.among('id', [...new Set(deviceIds)]);
  const rows = await database.query<{ id: number; external_user_id: string | null }>(
    `SELECT id, external_user_id FROM device ${database.dialect.forcePrimary} WHERE app_id = ? AND ${sql}`,
    [appId, ...parameters],
  );
  return new Map(rows.flatMap(({ id, external_user_id: user }) => (user === null ? [] : [[Number(id), user]])));
};
