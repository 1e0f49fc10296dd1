import { execute, select, type Tx } from '../../database/database.js';
import type { Run } from '../../entities/run.js';
import type { StopOnTrouble } from '../../ports/speed.js';
import { TIMELINE_MS } from './add-run-details.js';
import { appendToOutbox } from './outbox-writer.js';

/** The outcomes for which a run was paused. */
export interface RunTrouble {
  readonly rejected: number;
  readonly outcomes: number;
  /** Seconds. */
  readonly window: number;
}

/**
 * Pauses a run if too many messages failed within the window, which its timeline counts. Returns the figures if it did.
 * Whole steps of the timeline count, so the window is up to five seconds longer.
 */
export const stopOnTrouble = async (
  tx: Tx,
  { id: runId, userId }: Pick<Run, 'id' | 'userId'>,
  { rule: { share, after, window }, now }: { rule: StopOnTrouble; now: number },
): Promise<RunTrouble | null> => {
  const [row] = await select<{ sent: number | null; rejected: number | null }>(
    tx,
    `SELECT SUM(t.sent) AS sent, SUM(t.rejected) AS rejected FROM run_timeline t JOIN run_pace p ON p.run_id = t.run_id
     WHERE t.run_id = ? AND t.bucket >= ? AND t.bucket >= p.watched_from`,
    [runId, Math.floor((now - window * 1_000) / TIMELINE_MS)],
  );
  const rejected = Number(row?.rejected ?? 0);
  const outcomes = Number(row?.sent ?? 0) + rejected;
  if (outcomes < after || rejected / outcomes <= share) return null;
  const reason = `too many of its messages failed: ${rejected} of ${outcomes} within ${window} seconds`;
  const { affected } = await execute(
    tx,
    `UPDATE run SET status = 'paused', status_code = 'STOPPED_ON_TROUBLE', status_message = ?
     WHERE id = ? AND status IN ('planning', 'running')`,
    [reason, runId],
  );
  if (affected === 0) return null;
  const occurredAt = new Date(now);
  const payload = { reason };
  await appendToOutbox(tx, [{ userId, type: 'run.paused', runId, payload, logged: { reason }, occurredAt }]);
  return { rejected, outcomes, window };
};

/** After a resume, only outcomes of later steps of the timeline count. */
export const restartWatch = async (tx: Tx, runId: number, now: number): Promise<void> => {
  await execute(tx, 'UPDATE run_pace SET watched_from = ? WHERE run_id = ?', [
    Math.floor(now / TIMELINE_MS) + 1,
    runId,
  ]);
  const sql = `UPDATE run SET status_code = NULL, status_message = NULL
    WHERE id = ? AND status_code = 'STOPPED_ON_TROUBLE'`;
  await execute(tx, sql, [runId]);
};
