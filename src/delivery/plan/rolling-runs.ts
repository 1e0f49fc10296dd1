import { type Database, execute, type Tx } from '../../database/database.js';
import { Run, type RunStatusReason } from '../../entities/run.js';
import { type Scheduler, STORED_KINDS } from '../../entities/scheduler.js';
import { appendToOutbox } from '../record/outbox-writer.js';

export const ROLLING_RUN_MS = 3_600_000;

/**
 * Auto-push has no moments: what it sends within an hour is shown as one run, made when the first message of the hour
 * is due. Each event is still its own occasion: a device gets each push once per event, not once per hour.
 */
export const openRollingRun = async (
  database: Database,
  scheduler: Scheduler,
  { now, reason = null }: { now: number; reason?: RunStatusReason | null },
): Promise<Run> => {
  const dueAt = new Date(Math.floor(now / ROLLING_RUN_MS) * ROLLING_RUN_MS);
  const where = { schedulerId: scheduler.id, dueAt };
  const known = await database.reader.findOneBy(Run, where);
  if (known?.status === 'running' && (reason !== null || known.statusReason === null)) return known;
  return database.tx(async (tx) => {
    const created = await insertIfMissing(tx, database, { scheduler, dueAt, now, reason });
    const reopened = !created && reason === null && (await reopen(tx, { schedulerId: scheduler.id, dueAt }));
    const run = await tx.findOneByOrFail(Run, where);
    if (created || reopened) {
      const logged = { cause: 'event', scheduler_id: scheduler.id, due_at: dueAt.toISOString() };
      const event = { userId: run.userId, runId: run.id, payload: {}, logged, occurredAt: new Date(now) };
      await appendToOutbox(tx, [{ ...event, type: created ? 'run.started' : 'run.resumed' }]);
    }
    return run;
  });
};

/** Its scheduler was stopped and started again within the hour, or a message came late: the run goes on. */
const reopen = async (tx: Tx, { schedulerId, dueAt }: { schedulerId: number; dueAt: Date }): Promise<boolean> => {
  const { affected } = await execute(
    tx,
    `UPDATE run SET status = 'running', status_reason = NULL, status_message = NULL, finished_at = NULL
     WHERE scheduler_id = ? AND due_at = ? AND (status IN ('cancelled', 'finished') OR status_reason IS NOT NULL)`,
    [schedulerId, dueAt.getTime()],
  );
  return affected === 1;
};

const insertIfMissing = async (
  tx: Tx,
  database: Database,
  { scheduler, dueAt, now, reason }: { scheduler: Scheduler; dueAt: Date; now: number; reason: RunStatusReason | null },
): Promise<boolean> => {
  const columns = 'user_id, scheduler_id, kind, due_at, status, status_reason, left_out, cut_index, cut_id, created_at';
  const { affected } = await execute(
    tx,
    `${database.dialect.insertIgnore} run (${columns}) VALUES (?, ?, ?, ?, 'running', ?, 0, 0, 0, ?)`,
    [scheduler.userId, scheduler.id, STORED_KINDS[scheduler.kind], dueAt.getTime(), reason, now],
  );
  return affected === 1;
};
