import { dialectOf, select, type Tx } from '../../database/database.js';
import { type AppError, badInput } from '../../errors.js';

/** Counts the active devices of all applications of an account. The count is locked until the transaction ends. */
export const findRoom = async (tx: Tx, { userId, most }: { userId: number; most: number }): Promise<number> => {
  await select(tx, `SELECT user_id FROM user_limit WHERE user_id = ? ${dialectOf(tx).forUpdate}`, [userId]);
  const [row] = await select<{ n: number | string }>(
    tx,
    `SELECT COUNT(*) AS n FROM (SELECT 1 FROM app a JOIN device d ON d.app_id = a.id
       WHERE a.user_id = ? AND d.active = 1 LIMIT ${most}) counted`,
    [userId],
  );
  return Math.max(0, most - Number(row?.n ?? 0));
};

export const noRoom = (): AppError =>
  badInput(
    'devices',
    'The account has reached its maximum number of devices; remove devices, or ask the operator for a higher limit.',
    'TOO_MANY',
  );
