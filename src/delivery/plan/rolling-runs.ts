import { type Database, execute, type Tx } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { RUN_TABLE, Run, type RunStatusReason } from '../../entities/run.js';
import type { Scheduler } from '../../entities/scheduler.js';
import { insertRunPace } from '../record/add-run-details.js';
import { appendToOutbox } from '../record/outbox-writer.js';
import { watchGoals } from '../record/watch-goals.js';
import { buildExperiment } from './run-experiment.js';

export const ROLLING_RUN_MS = 3_600_000;

/**
 * Auto-push has no moments. Its messages of an hour are shown as one run, which is made when the first of them is due. A
 * device still gets each push once per event, not once per hour.
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
    const created = await insertIfMissing(tx, { scheduler, dueAt, now, reason });
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

/** Its scheduler was stopped and restarted within the hour, or a message came late: the run continues. */
const reopen = async (tx: Tx, { schedulerId, dueAt }: { schedulerId: number; dueAt: Date }): Promise<boolean> => {
  const { affected } = await execute(
    tx,
    `UPDATE run SET status = 'running', status_reason = NULL, status_message = NULL, status_code = NULL, finished_at = NULL
     WHERE scheduler_id = ? AND due_at = ? AND (status IN ('cancelled', 'finished') OR status_reason IS NOT NULL)`,
    [schedulerId, dueAt.getTime()],
  );
  return affected === 1;
};

const insertIfMissing = async (
  tx: Tx,
  { scheduler, dueAt, now, reason }: { scheduler: Scheduler; dueAt: Date; now: number; reason: RunStatusReason | null },
): Promise<boolean> => {
  const { userId, id: schedulerId, kind } = scheduler;
  const { speed, goals } = scheduler;
  const experiment = await buildExperiment(tx, scheduler, now);
  const about = { userId, schedulerId, kind, dueAt, speed, goals, ...experiment };
  const run = { ...NEW_RUN, ...about, statusReason: reason, createdAt: now };
  const { affected, insertId } = await insertRow(tx, RUN_TABLE, run, 'ignore');
  if (affected === 1) await insertRunPace(tx, insertId, speed);
  if (affected === 1) await watchGoals(tx, { userId, goals, now });
  return affected === 1;
};

/** Its batches are not cut: auto-push has none. */
const NEW_RUN = {
  status: 'running',
  statusMessage: null,
  statusCode: null,
  parts: null,
  audience: null,
  target: null,
  pushes: null,
  quietHours: null,
  bestHour: null,
  leftOut: 0,
  plannedTotal: null,
  cancelCount: 0,
  cutIndex: 0,
  cutId: 0,
  finishedAt: null,
  historyDeletedAt: null,
} as const satisfies Partial<Run>;
