import { In } from 'typeorm';
import { execute, type Tx } from '../../database/database.js';
import { appendToOutbox, type OutboxEvent } from '../../delivery/record/outbox-writer.js';
import { stopRetries } from '../../delivery/record/run-retries.js';
import { Run, type RunStatus, type RunStatusCode } from '../../entities/run.js';
import type { Clock } from '../../ports/clock.js';
import { RUN_STATUS_WORDS } from './status-code.js';

export const UNDER_WAY: readonly RunStatus[] = ['planning', 'running', 'paused'];

/** Stops runs. Workers notice through `PageStops` and record what was on the wire. */
export class RunControl {
  constructor(private readonly clock: Clock) {}

  /** Cancels every current run of a scheduler and returns their ids. */
  async cancelRunsOf(tx: Tx, schedulerId: number, code: RunStatusCode): Promise<number[]> {
    const runs = await tx.find(Run, {
      select: { id: true, userId: true },
      where: { schedulerId, status: In([...UNDER_WAY]) },
    });
    await this.cancel(tx, runs, code);
    return runs.map((run) => run.id);
  }

  /**
   * Batches keep their lease owners, so that a worker can still record what it has sent. Batches are locked before
   * waiting messages: this waits for a worker at its checkpoint, and also stops the retries it leaves.
   */
  async cancel(tx: Tx, runs: readonly Pick<Run, 'id' | 'userId'>[], code: RunStatusCode): Promise<void> {
    const finishedAt = new Date(this.clock.now());
    const reason = RUN_STATUS_WORDS[code];
    const events: OutboxEvent[] = [];
    for (const { id, userId } of runs) {
      const { affected } = await execute(
        tx,
        `UPDATE run SET status = 'cancelled', status_message = ?, status_code = ?, finished_at = ?,
           cancel_count = cancel_count + 1
         WHERE id = ? AND status IN (${UNDER_WAY.map(() => '?').join(', ')})`,
        [reason, code, finishedAt.getTime(), id, ...UNDER_WAY],
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
