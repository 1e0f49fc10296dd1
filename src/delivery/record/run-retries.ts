import { execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { RunStatus } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { Leases } from '../leases/leases.js';
import type { MessageResult, Verdict } from './message-result.js';

/**
 * Keeps due messages of a paused run until the run is resumed or their time to live ends. `due_at = expires_at` marks a
 * held row, because no retry is ever planned for that instant.
 */
export const holdRetries = async (
  deps: Pick<DeliveryDeps, 'database' | 'clock'>,
  leases: Leases,
  { runId, appId, ids }: { runId: number; appId: number; ids: readonly number[] },
): Promise<void> => {
  if (ids.length === 0) return;
  leases.release('retry_send', ids);
  await deps.database.tx(async (tx) => {
    // The lock makes a concurrent resume either visible here or wait for the held rows.
    const sql = `SELECT status FROM run WHERE id = ? ${deps.database.dialect.forShare}`;
    const [run] = await select<{ status: RunStatus }>(tx, sql, [runId]);
    await execute(
      tx,
      `UPDATE retry_send SET due_at = ${run?.status === 'paused' ? 'expires_at' : '?'}, lease_owner = NULL, lease_until = NULL
       WHERE lease_owner = ? AND app_id = ? AND id IN ${inList(ids)}`,
      [...(run?.status === 'paused' ? [] : [deps.clock.now()]), leases.owner, appId, ...ids],
    );
  });
};

/** Makes held messages due when their run is resumed. */
export const releaseRetries = (tx: Tx, runId: number, now: number) =>
  execute(tx, 'UPDATE retry_send SET due_at = ? WHERE run_id = ? AND due_at = expires_at AND stopped = 0', [
    now,
    runId,
  ]);

/**
 * Makes the waiting messages of a cancelled run due, so the next worker records them as cancelled. A message that is
 * being tried keeps the outcome of that try.
 */
export const stopRetries = (tx: Tx, runId: number, now: number) =>
  execute(tx, 'UPDATE retry_send SET stopped = 1, due_at = ? WHERE run_id = ?', [now, runId]);

/**
 * Cancels the retries of a page if its run was cancelled in the meantime. A late message is still on the wire and keeps
 * its row until its outcome is known.
 */
export const withoutRetries = async (
  tx: Tx,
  runId: number,
  results: readonly MessageResult[],
): Promise<readonly MessageResult[]> => {
  if (!results.some(isStoppable)) return results;
  const [run] = await select<{ status: RunStatus }>(tx, 'SELECT status FROM run WHERE id = ?', [runId]);
  return run?.status === 'cancelled' ? cancelRetries(results) : results;
};

/** Cancels all retries among the results. */
export const cancelRetries = (results: readonly MessageResult[]): readonly MessageResult[] =>
  results.map((result) => (isStoppable(result) ? { ...result, ...CANCELLED } : result));

const isStoppable = ({ retryAt, isLate }: MessageResult): boolean => retryAt !== null && !isLate;

export const CANCELLED: Verdict = {
  outcome: 'cancelled',
  code: 'STOPPED',
  detail: null,
  retryAt: null,
  waitsForApp: false,
  deadAt: null,
};
