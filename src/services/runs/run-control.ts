import { In } from 'typeorm';
import { execute, type Tx } from '../../database/database.js';
import { appendToOutbox, type OutboxEvent } from '../../delivery/record/outbox-writer.js';
import { stopRetries } from '../../delivery/record/run-retries.js';
import { Run, type RunStatus } from '../../entities/run.js';
import type { Clock } from '../../ports/clock.js';

export const UNDER_WAY: readonly RunStatus[] = ['planning', 'running', 'paused'];

/** Stops runs. Workers find that out by `PageStops`, and record what was on the wire. */
export class RunControl {
  constructor(private readonly clock: Clock) {}

  /** Cancels every run of a scheduler that is under way; answers their ids. */
  async cancelRunsOf(tx: Tx, schedulerId: number, reason: string): Promise<number[]> {
    const runs = await tx.find(Run, {
      select: { id: true, userId: true },
      where: { schedulerId, status: In([...UNDER_WAY]) },
    });
    await this.cancel(tx, runs, reason);
    return runs.map((run) => run.id);
  }

  /**
   * Lease owners stay on the batches, so that a worker can still record what it has already sent. Batches come before
   * waiting messages: a worker at its checkpoint is waited for, and what it leaves to be tried again is stopped too.
   */
  async cancel(tx: Tx, runs: readonly Pick<Run, 'id' | 'userId'>[], reason: string): Promise<void> {
    const finishedAt = new Date(this.clock.now());
    const events: OutboxEvent[] = [];
    for (const { id, userId } of runs) {
      const { affected } = await execute(
        tx,
        `UPDATE run SET status = 'cancelled', status_message = ?, finished_at = ?, cancel_count = cancel_count + 1
         WHERE id = ? AND status IN (${UNDER_WAY.map(() => '?').join(', ')})`,
        [reason, finishedAt.getTime(), id, ...UNDER_WAY],
      );
      if (affected === 0) continue;
      const batches = "UPDATE batch SET status = 'cancelled' WHERE run_id = ? AND status IN ('pending', 'running')";
      await execute(tx, batches, [id]);
      await stopRetries(tx, id, finishedAt.getTime());
      events.push({ userId, type: 'run.cancelled', runId: id, payload: { reason }, occurredAt: finishedAt });
    }
    await appendToOutbox(tx, events);
  }
}
