import type { Database } from '../database/database.js';
import { execute, type Tx } from '../database/database.js';
import { Run } from '../entities/run.js';
import type { Scheduler } from '../entities/scheduler.js';
import { appendToOutbox } from '../services/outbox-writer.js';

export const ROLLING_RUN_MS = 3_600_000;

/**
 * Auto-push has no moments: what it sends within an hour is shown as one run, made when the first message of the hour
 * is due. Each event is still its own occasion: a device gets each push once per event, not once per hour.
 */
export const openRollingRun = async (database: Database, scheduler: Scheduler, now: number): Promise<Run> => {
  const dueAt = new Date(Math.floor(now / ROLLING_RUN_MS) * ROLLING_RUN_MS);
  const where = { schedulerId: scheduler.id, dueAt };
  const known = await database.reader.findOneBy(Run, where);
  if (known) return known;
  return database.tx(async (tx) => {
    const created = await insertIfMissing(tx, database, { scheduler, dueAt, now });
    const run = await tx.findOneByOrFail(Run, where);
    if (created) {
      const occurredAt = new Date(now);
      await appendToOutbox(tx, [{ userId: run.userId, type: 'run.started', runId: run.id, payload: {}, occurredAt }]);
    }
    return run;
  });
};

const insertIfMissing = async (
  tx: Tx,
  database: Database,
  { scheduler, dueAt, now }: { scheduler: Scheduler; dueAt: Date; now: number },
): Promise<boolean> => {
  const columns = 'user_id, scheduler_id, kind, due_at, status, left_out, cut_index, cut_id, created_at';
  const { affected } = await execute(
    tx,
    `${database.dialect.insertIgnore} run (${columns}) VALUES (?, ?, ?, ?, 'running', 0, 0, 0, ?)`,
    [scheduler.userId, scheduler.id, scheduler.kind, dueAt.getTime(), now],
  );
  return affected === 1;
};
