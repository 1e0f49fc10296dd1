import { type Database, execute, select, type Tx } from '../../database/database.js';
import { notFound } from '../../errors.js';
import { lockCatalogue } from '../locks.js';

/** The limits that the operator set for an account; null means no limit. */
export interface UserLimit {
  readonly messagesPerMinute: number | null;
  readonly maxDevices: number | null;
}

/** Accounts without a limit are absent. */
export type UserLimits = ReadonlyMap<number, UserLimit>;

interface LimitRow {
  readonly user_id: number;
  readonly messages_per_minute: number | null;
  readonly max_devices: number | null;
}

const COLUMNS = 'user_id, messages_per_minute, max_devices';

export const readUserLimits = async (database: Database): Promise<UserLimits> => {
  const rows = await database.query<LimitRow>(`SELECT ${COLUMNS} FROM user_limit`);
  return new Map(rows.map((row) => [Number(row.user_id), toLimit(row)]));
};

/**
 * Running processes apply the change within three seconds.
 * @param changes undefined leaves a limit unchanged.
 * @throws NOT_FOUND
 */
export const limitUser = (
  database: Database,
  userId: number,
  changes: { readonly [K in keyof UserLimit]: UserLimit[K] | undefined },
): Promise<UserLimit> =>
  database.tx(async (tx) => {
    await lockCatalogue(tx, database, userId);
    const found = await select(tx, 'SELECT id FROM user_account WHERE id = ? AND deleted_at IS NULL', [userId]);
    if (found.length === 0) throw notFound('user');
    const [row] = await select<LimitRow>(tx, `SELECT ${COLUMNS} FROM user_limit WHERE user_id = ?`, [userId]);
    const before = row ? toLimit(row) : NO_LIMIT;
    const limit = {
      messagesPerMinute: changes.messagesPerMinute === undefined ? before.messagesPerMinute : changes.messagesPerMinute,
      maxDevices: changes.maxDevices === undefined ? before.maxDevices : changes.maxDevices,
    };
    await write(tx, userId, limit);
    return limit;
  });

const write = async (tx: Tx, userId: number, { messagesPerMinute, maxDevices }: UserLimit): Promise<void> => {
  await execute(tx, 'DELETE FROM user_limit WHERE user_id = ?', [userId]);
  if (messagesPerMinute === null && maxDevices === null) return;
  const sql = `INSERT INTO user_limit (${COLUMNS}, minute, taken) VALUES (?, ?, ?, 0, 0)`;
  await execute(tx, sql, [userId, messagesPerMinute, maxDevices]);
};

const NO_LIMIT: UserLimit = { messagesPerMinute: null, maxDevices: null };

const toNumber = (value: number | null): number | null => (value === null ? null : Number(value));

const toLimit = ({ messages_per_minute, max_devices }: LimitRow): UserLimit => ({
  messagesPerMinute: toNumber(messages_per_minute),
  maxDevices: toNumber(max_devices),
});
