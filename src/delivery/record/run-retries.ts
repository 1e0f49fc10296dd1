import { execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { RunStatus } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { Leases } from '../leases/leases.js';
import type { MessageResult, Verdict } from './message-result.js';

/**
 * Messages of a paused run whose turn has come: they are not looked at again before the run goes on or their time to
 * live ends. So `due_at = expires_at` says that a row is held: no try is ever planned for the end of its time to live.
 */
export const holdRetries = async (
  deps: Pick<DeliveryDeps, 'database' | 'clock'>,
  leases: Leases,
  { runId, appId, ids }: { runId: number; appId: number; ids: readonly number[] },
): Promise<void> => {
  if (ids.length === 0) return;
  leases.release('retry_send', ids);
  await deps.database.tx(async (tx) => {
    // Held, so that a run that goes on now either is seen here or finds the rows held.
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

/** The run goes on: what was held is due now. */
export const releaseRetries = (tx: Tx, runId: number, now: number) =>
  execute(tx, 'UPDATE retry_send SET due_at = ? WHERE run_id = ? AND due_at = expires_at AND stopped = 0', [
    now,
    runId,
  ]);

/**
 * The run is cancelled: its waiting messages are due now, and whoever takes them records them as cancelled. One that is
 * being tried at this moment keeps the outcome of that try, if it has one.
 */
export const stopRetries = (tx: Tx, runId: number, now: number) =>
  execute(tx, 'UPDATE retry_send SET stopped = 1, due_at = ? WHERE run_id = ?', [now, runId]);

/**
 * Results of a page, with no further try for messages whose run was cancelled in the meantime. A late message is still on
 * the wire: it keeps its row until its outcome is known.
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

/** No message of these is tried again. */
export const cancelRetries = (results: readonly MessageResult[]): readonly MessageResult[] =>
  results.map((result) => (isStoppable(result) ? { ...result, ...CANCELLED } : result));

const isStoppable = ({ outcome, isLate }: MessageResult): boolean => outcome === 'retrying' && !isLate;

/** Why a message that waited gets no further try. */
const STOPPED = 'sending was stopped';

export const CANCELLED: Verdict = {
  outcome: 'cancelled',
  reason: STOPPED,
  retryAt: null,
  waitsForApp: false,
  deadAt: null,
};
