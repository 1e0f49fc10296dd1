import { loadRecords, type SchedulerRecord } from '../catalogue/scheduler-record.js';
import { nextDueAt, toTiming } from '../catalogue/scheduler-timing.js';
import { type Database, execute, select, type Tx } from '../database/database.js';
import { Run } from '../entities/run.js';
import type { RunMomentPart } from '../entities/run-snapshot.js';
import { Scheduler } from '../entities/scheduler.js';
import { nextMoment } from '../schedule/moments.js';
import type { Timing } from '../schedule/timing.js';
import { buildRunAudience } from './build-run-audience.js';
import type { DeliveryDeps } from './delivery-deps.js';
import { judgeLateness } from './judge-lateness.js';
import { loadPushes } from './load-pushes.js';
import { appendToOutbox } from './outbox-writer.js';

/** What came of looking at a scheduler: the run that was made, and when to look again. */
export interface Fired {
  readonly run: Run;
  readonly nextDueAt: Date | null;
}

/** Turns a due moment into a run: one transaction, one row per (scheduler, moment), whoever wakes up. */
export class MomentFiring {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'config'>) {}

  /** null if nothing is due: another worker was faster, or the scheduler was stopped meanwhile. */
  fire(schedulerId: number): Promise<Fired | null> {
    return this.deps.database.tx(async (tx) => {
      const scheduler = await this.lockDue(tx, schedulerId);
      if (!scheduler?.nextDueAt) return null;
      const [record] = await loadRecords(tx, [scheduler]);
      const timing = record && toTiming(scheduler, record.slots);
      if (!timing) return null;
      const { nextDueAt: dueAt } = scheduler;
      // There is one already when a moment was set again after it had fired, by a process whose clock is behind.
      const fired = await tx.existsBy(Run, { schedulerId, dueAt });
      const run = fired ? null : await this.insertRun(tx, { record, timing, dueAt });
      const next = nextDueAt(timing, scheduler.nextDueAt.getTime());
      // A one-time scheduler is inactive after its last zone (decision 13); the run that it made goes on.
      await tx.update(Scheduler, { id: schedulerId }, { nextDueAt: next, active: next !== null, leftOutZones: null });
      return run && { run, nextDueAt: next };
    });
  }

  private async lockDue(tx: Tx, schedulerId: number): Promise<Scheduler | null> {
    const { dialect } = this.deps.database;
    const due = 'active = 1 AND next_due_at IS NOT NULL AND next_due_at <= ?';
    const sql = `SELECT id FROM scheduler WHERE id = ? AND ${due} ${dialect.forUpdate}`;
    const rows = await select(tx, sql, [schedulerId, this.deps.clock.now()]);
    return rows.length === 0 ? null : tx.findOneBy(Scheduler, { id: schedulerId });
  }

  private async insertRun(
    tx: Tx,
    { record, timing, dueAt }: { record: SchedulerRecord; timing: Timing; dueAt: Date },
  ): Promise<Run> {
    const { scheduler } = record;
    const now = new Date(this.deps.clock.now());
    const { missed, statusReason } = judgeLateness({
      lateMs: now.getTime() - dueAt.getTime(),
      graceMs: scheduler.graceSeconds === null ? this.deps.config.graceMs : scheduler.graceSeconds * 1000,
    });
    const run = await tx.save(Run, {
      userId: scheduler.userId,
      schedulerId: scheduler.id,
      kind: scheduler.kind,
      dueAt,
      status: missed ? ('missed' as const) : ('planning' as const),
      statusReason,
      parts: partsAt(timing, dueAt, scheduler.leftOutZones ?? []),
      audience: await buildRunAudience(tx, record),
      pushes: await loadPushes(tx, scheduler.id),
      leftOut: 0,
      cutIndex: 0,
      cutId: 0,
      createdAt: now,
      finishedAt: missed ? now : null,
    });
    const type = missed ? 'run.missed' : 'run.started';
    await appendToOutbox(tx, [{ userId: run.userId, type, runId: run.id, payload: {}, occurredAt: now }]);
    return run;
  }
}

const partsAt = (timing: Timing, dueAt: Date, leftOutZones: readonly string[]): RunMomentPart[] => {
  const moment = nextMoment(timing, dueAt.getTime() - 1);
  return (moment?.parts ?? []).map(({ local, zones, firstAt }, index) => ({
    local,
    zones,
    firstAt,
    ...(index === 0 && leftOutZones.length > 0 ? { leftOutZones } : {}),
  }));
};

/** Schedulers with a moment that is due, oldest first. */
export const findDueSchedulers = async (database: Database, now: number, limit: number): Promise<number[]> => {
  const rows = await database.query<{ id: number }>(
    `SELECT id FROM scheduler WHERE active = 1 AND next_due_at <= ? ORDER BY next_due_at LIMIT ${limit}`,
    [now],
  );
  return rows.map((row) => Number(row.id));
};

export const markRun = (tx: Tx, runId: number, from: string, to: string) =>
  execute(tx, 'UPDATE run SET status = ? WHERE id = ? AND status = ?', [to, runId, from]);
