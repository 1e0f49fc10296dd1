import { execute, select, type Tx } from '../../database/database.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { LeasedTable, Leases } from '../leases/leases.js';

/** Puts rows back until their application's pause is over, or at once if it has just ended. */
export const waitForApp = async (
  deps: Pick<DeliveryDeps, 'database' | 'clock'>,
  leases: Leases,
  { table, ids, appId }: { table: Exclude<LeasedTable, 'batch'>; ids: readonly number[]; appId: number },
): Promise<void> => {
  if (ids.length === 0) return;
  leases.release(table, ids);
  const { dialect } = deps.database;
  await deps.database.tx(async (tx) => {
    // Held, so that credentials that come now either are seen here or find the rows waiting.
    const sql = `SELECT paused_until FROM app WHERE id = ? ${dialect.forShare}`;
    const [app] = await select<{ paused_until: number | null }>(tx, sql, [appId]);
    const dueAt = Math.max(deps.clock.now(), Number(app?.paused_until ?? 0));
    await execute(
      tx,
      `UPDATE ${table} SET due_at = ?, waits_for_app = 1, lease_owner = NULL, lease_until = NULL
       WHERE lease_owner = ? AND id IN (${ids.map(() => '?').join(', ')})`,
      [dueAt, leases.owner, ...ids],
    );
  });
};

/** The application's pause is over: what waits because of it is due now. What waits for another reason goes on waiting. */
export const endWaitForApp = async (
  tx: Tx,
  { appId, now, pausedUntil }: { appId: number; now: number; pausedUntil: number },
): Promise<void> => {
  const waiting = 'app_id = ? AND waits_for_app = 1 AND due_at > ?';
  await execute(tx, `UPDATE retry_send SET due_at = ? WHERE ${waiting}`, [now, appId, now]);
  // None of these waits longer than the pause: the index on `due_at` leaves out all delays that are still long.
  const sql = `UPDATE due_send SET due_at = ? WHERE ${waiting} AND due_at <= ?`;
  await execute(tx, sql, [now, appId, now, pausedUntil]);
};
