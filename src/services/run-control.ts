import { In } from 'typeorm';
import { execute, type Tx } from '../database/database.js';
import { appendToOutbox } from '../delivery/outbox-writer.js';
import { Run, type RunStatus } from '../entities/run.js';
import type { Clock } from '../ports/clock.js';

const UNDER_WAY: readonly RunStatus[] = ['planning', 'running', 'paused'];

/** Stops runs. What workers hold is recorded at their next checkpoint and then goes no further. */
export class RunControl {
  constructor(private readonly clock: Clock) {}

  /** Cancels every run of a scheduler that is under way; answers their ids. */
  async cancelRunsOf(tx: Tx, schedulerId: number, reason: string): Promise<number[]> {
    const runs = await tx.findBy(Run, { schedulerId, status: In([...UNDER_WAY]) });
    await this.cancel(tx, runs, reason);
    return runs.map((run) => run.id);
  }

  /** Lease owners stay on the batches, so that a worker can still record what it has already sent. */
  async cancel(tx: Tx, runs: readonly Run[], reason: string): Promise<void> {
    const finishedAt = new Date(this.clock.now());
    for (const run of runs) {
      await tx.update(Run, { id: run.id }, { status: 'cancelled', statusReason: reason, finishedAt });
      await execute(tx, "UPDATE batch SET status = 'cancelled' WHERE run_id = ? AND status IN ('pending', 'running')", [
        run.id,
      ]);
    }
    const events = runs.map((run) => ({
      userId: run.userId,
      type: 'run.cancelled' as const,
      runId: run.id,
      payload: { reason },
      occurredAt: finishedAt,
    }));
    await appendToOutbox(tx, events);
  }
}
