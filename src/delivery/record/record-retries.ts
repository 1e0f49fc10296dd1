import { groupBy } from '../../collections.js';
import { execute, type Tx } from '../../database/database.js';
import type { Dialect } from '../../database/dialect.js';
import { inList } from '../../database/in-list.js';
import type { RowOf } from '../../entities/column-types.js';
import type { RetrySend } from '../../entities/retry-send.js';
import { clip } from '../../text/characters.js';
import { LeaseLost } from '../leases/leases.js';
import type { MessageResult } from './message-result.js';
import { noteForeignSubscriptions } from './note-foreign-subscriptions.js';
import { addCounts, addToMinute, type CheckpointScope, insertFailures, retireDead } from './record-results.js';
import { updateLog } from './update-log.js';

export interface Retried {
  readonly row: RetryRow;
  readonly result: MessageResult;
}

/**
 * Writes what became of messages at a further try. All rows are of one run, batch, application and push.
 * @throws if a lease was lost: another worker has the row, and its word counts.
 */
export const recordRetries = async (
  tx: Tx,
  dialect: Dialect,
  { owner, now, retried }: { owner: string; now: number; retried: readonly Retried[] },
): Promise<void> => {
  const [first] = retried;
  if (!first) return;
  const { run_id: runId, batch_id: batchId, app_id: appId, push_id: pushId } = first.row;
  const scope: CheckpointScope = { runId, batchId, logKey: batchId, appId, now, expiresAt: first.row.expires_at };
  const settled = retried.filter(({ result }) => result.outcome !== 'retrying');
  await deleteSettled(tx, { owner, appId, settled });
  await postponeOthers(tx, { owner, appId, now, retried });
  const results = settled.map(({ result }) => result);
  await updateLog(tx, dialect, { runId, appId, pushId, changes: results });
  const deltas = countMoves(settled);
  await addCounts(tx, dialect, { scope, deltas });
  await insertFailures(tx, dialect, { scope, results });
  await addToMinute(tx, { scope, deltas });
  await retireDead(tx, { scope, results });
  await noteForeignSubscriptions(tx, scope, results);
};

const deleteSettled = async (
  tx: Tx,
  { owner, appId, settled }: { owner: string; appId: number; settled: readonly Retried[] },
): Promise<void> => {
  if (settled.length === 0) return;
  const ids = settled.map(({ row }) => row.id);
  const sql = `DELETE FROM retry_send WHERE lease_owner = ? AND app_id = ? AND id IN ${inList(ids)}`;
  const { affected } = await execute(tx, sql, [owner, appId, ...ids]);
  if (affected !== ids.length) throw new LeaseLost('retry_send');
};

const postponeOthers = async (
  tx: Tx,
  { owner, appId, now, retried }: { owner: string; appId: number; now: number; retried: readonly Retried[] },
): Promise<void> => {
  const waiting = retried.filter(({ result }) => result.retryAt !== null);
  for (const group of groupBy(waiting, ({ result }) => JSON.stringify(fateOf(result))).values()) {
    const ids = group.map(({ row }) => row.id);
    const { tries, unanswered, ...fate } = fateOf((group[0] as Retried).result);
    await execute(
      tx,
      `UPDATE retry_send SET attempt = attempt + ?, unanswered = unanswered + ?, due_at = CASE WHEN stopped = 1 THEN ? ELSE ? END, reason = ?,
         waits_for_app = ?, held_for = ?, lease_owner = NULL, lease_until = NULL
       WHERE lease_owner = ? AND app_id = ? AND id IN ${inList(ids)}`,
      [tries, unanswered, now, ...Object.values(fate), owner, appId, ...ids],
    );
  }
};

/** Those that wait alike are written together; in the order of the statement. */
const fateOf = ({ retryAt, reason, waitsForApp, heldFor, isUntried, isUnanswered }: MessageResult) => ({
  tries: Number(!isUntried),
  unanswered: Number(isUnanswered ?? false),
  retryAt,
  reason: clip(reason ?? '', 255),
  waitsForApp: Number(waitsForApp),
  heldFor: heldFor ?? null,
});

/** Each message leaves `retrying` and enters its final outcome, under the language of its first try. */
const countMoves = (settled: readonly Retried[]) => {
  const deltas = new Map<string, { pushId: number; language: string; outcome: string; count: number }>();
  const add = (delta: { pushId: number; language: string; outcome: string; count: number }): void => {
    const key = `${delta.language} ${delta.outcome}`;
    const known = deltas.get(key);
    if (known) known.count += delta.count;
    else deltas.set(key, delta);
  };
  for (const { row, result } of settled) {
    add({ pushId: row.push_id, language: row.language, outcome: 'retrying', count: -1 });
    add({ pushId: row.push_id, language: row.language, outcome: result.outcome, count: 1 });
  }
  return [...deltas.values()];
};

/** As it is claimed. */
export type RetryRow = Omit<RowOf<RetrySend>, 'waits_for_app' | 'lease_owner' | 'lease_until'>;
