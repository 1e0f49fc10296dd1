import { execute, select, type Tx } from '../../database/database.js';
import { Run, schedulerIdOf } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { hasOpenBatches } from '../leases/batch-claims.js';
import { appendToOutbox } from '../record/outbox-writer.js';

/** A log message. */
export const NOTHING_TO_SEND = 'a run has nothing to send';

/** Ends a run when every one of its messages has an outcome. */
export class RunFinisher {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'publisher' | 'log'>) {}

  /** Safe to call at any time and from several workers: only one of them ends the run. */
  async finishIfDone(runId: number): Promise<boolean> {
    const finished = await this.deps.database.tx((tx) => this.finish(tx, runId));
    if (finished?.statusReason) this.warn(finished);
    if (finished) this.deps.publisher.runChanged({ runId, schedulerId: finished.schedulerId, userId: finished.userId });
    return finished !== null;
  }

  private warn(run: Run): void {
    const { id, statusReason, kind } = run;
    // For auto-push this was logged when its hour began.
    if (kind === 'auto-push') return;
    this.deps.log.warn({ run_id: id, scheduler_id: schedulerIdOf(run), reason: statusReason }, NOTHING_TO_SEND);
  }

  private async finish(tx: Tx, runId: number): Promise<Run | null> {
    if ((await hasOpenBatches(tx, runId)) || (await hasWaitingRetries(tx, runId))) return null;
    const now = this.deps.clock.now();
    // A run without any counted message reached no devices.
    const reason = (await hasCounts(tx, runId)) ? 'NULL' : "COALESCE(status_reason, 'NO_DEVICES')";
    const { affected } = await execute(
      tx,
      `UPDATE run SET status = 'finished', finished_at = ?, status_reason = ${reason} WHERE id = ? AND status = 'running'`,
      [now, runId],
    );
    if (affected === 0) return null;
    const run = await tx.findOneByOrFail(Run, { id: runId });
    const { userId } = run;
    const logged = { scheduler_id: schedulerIdOf(run), reason: run.statusReason ?? undefined };
    const occurredAt = new Date(now);
    await appendToOutbox(tx, [{ userId, type: 'run.finished', runId, payload: {}, logged, occurredAt }]);
    return run;
  }
}

const hasCounts = async (tx: Tx, runId: number): Promise<boolean> =>
  (await select(tx, 'SELECT run_id FROM batch_count WHERE run_id = ? LIMIT 1', [runId])).length > 0;

export const hasWaitingRetries = async (tx: Tx, runId: number): Promise<boolean> =>
  (await select(tx, 'SELECT id FROM retry_send WHERE run_id = ? LIMIT 1', [runId])).length > 0;
