import { execute, select, type Tx } from '../database/database.js';
import { Run } from '../entities/run.js';
import { hasOpenBatches } from './batch-claims.js';
import type { DeliveryDeps } from './delivery-deps.js';
import { appendToOutbox } from './outbox-writer.js';

/** Ends a run when every one of its messages has an outcome. */
export class RunFinisher {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'publisher'>) {}

  /** Safe to call at any time and from several workers: only one of them ends it. */
  async finishIfDone(runId: number): Promise<boolean> {
    const finished = await this.deps.database.tx((tx) => this.finish(tx, runId));
    if (finished) this.deps.publisher.runChanged({ runId, schedulerId: finished.schedulerId, userId: finished.userId });
    return finished !== null;
  }

  private async finish(tx: Tx, runId: number): Promise<Run | null> {
    if ((await hasOpenBatches(tx, runId)) || (await hasWaitingRetries(tx, runId))) return null;
    const now = this.deps.clock.now();
    const sql = "UPDATE run SET status = 'finished', finished_at = ? WHERE id = ? AND status = 'running'";
    const { affected } = await execute(tx, sql, [now, runId]);
    if (affected === 0) return null;
    const run = await tx.findOneByOrFail(Run, { id: runId });
    const event = { userId: run.userId, type: 'run.finished', runId, payload: {}, occurredAt: new Date(now) } as const;
    await appendToOutbox(tx, [event]);
    return run;
  }
}

export const hasWaitingRetries = async (tx: Tx, runId: number): Promise<boolean> =>
  (await select(tx, 'SELECT id FROM retry_send WHERE run_id = ? LIMIT 1', [runId])).length > 0;
