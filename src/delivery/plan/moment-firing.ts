import {
  type DueScheduler,
  judgeZones,
  mustCompare,
  type PlannedMoment,
  planByInstant,
  planByProgress,
} from '../../catalogue/moment-plan.js';
import { loadRecord, type SchedulerRecord } from '../../catalogue/scheduler-record.js';
import { nextDueAt } from '../../catalogue/scheduler-timing.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { Run, type RunStatusReason } from '../../entities/run.js';
import type { RunMomentPart } from '../../entities/run-snapshot.js';
import { Scheduler } from '../../entities/scheduler.js';
import type { ClockTiming } from '../../schedule/timing.js';
import { zoneRules } from '../../schedule/zone-rules.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { appendToOutbox } from '../record/outbox-writer.js';
import { keepRunPlace } from '../record/trace-places.js';
import { buildRunAudience } from './build-run-audience.js';
import { judgeLateness } from './judge-lateness.js';
import { loadPushes } from './load-pushes.js';
import type { WorkerReleases } from './worker-releases.js';

/** What came of looking at a scheduler: the run that was made, if any, and when to look again. */
export interface Fired {
  readonly run: Run | null;
  readonly nextDueAt: Date | null;
}

type DueRecord = SchedulerRecord & { readonly scheduler: DueScheduler; readonly timing: ClockTiming };

/** Turns a due moment into a run: one transaction, one row per (scheduler, moment), whoever wakes up. */
export class MomentFiring {
  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'config'>,
    private readonly releases: Pick<WorkerReleases, 'isLatest'> = { isLatest: true },
  ) {}

  /** null if nothing is due: another worker was faster, or the scheduler was stopped meanwhile. */
  fire(schedulerId: number): Promise<Fired | null> {
    return this.deps.database.tx(async (tx) => {
      // Before anything is worked out: what other rules find that come meanwhile is compared with them once more.
      const { release } = zoneRules();
      const scheduler = await this.lockDue(tx, schedulerId);
      if (!scheduler) return null;
      // During an upgrade a worker with later tz data sends what goes by them.
      if (scheduler.tzRelease !== null && !this.releases.isLatest) return null;
      const record = await loadRecord(tx, scheduler);
      const { timing } = record;
      if (timing.kind === 'auto-push') return null;
      const exact = mustCompare(scheduler, this.deps.clock.now()) ? null : planByInstant(scheduler, timing);
      return this.fireDue(tx, { record: { ...record, scheduler, timing }, exact, release });
    });
  }

  /** @param exact null: what is due is found by what was sent, since the rules for clocks have changed. */
  private async fireDue(
    tx: Tx,
    { record, exact, release }: { record: DueRecord; exact: PlannedMoment | null; release: string },
  ): Promise<Fired> {
    const { scheduler, timing } = record;
    const due = exact ?? (await planByProgress(tx, scheduler, timing));
    if (due && due.dueAt.getTime() > this.deps.clock.now())
      return this.goOn(tx, scheduler, { release, nextDueAt: due.dueAt });
    const run = due && (await this.insertOnce(tx, record, due));
    const next = exact
      ? nextDueAt(timing, exact.dueAt.getTime())
      : due && (await planByProgress(tx, { ...scheduler, nextDueAt: due.dueAt }, timing))?.dueAt;
    // A one-time scheduler is inactive after its last zone (docs/rules.md#activation); the run that it made goes on.
    const ended = next ? {} : { endedAt: new Date(this.deps.clock.now()) };
    // Whoever was left out is counted with the first run that sends.
    const leftOutZones = run?.status === 'missed' && next ? scheduler.leftOutZones : null;
    const changes = { release, nextDueAt: next ?? null, active: Boolean(next), leftOutZones, ...ended };
    return { ...(await this.goOn(tx, scheduler, changes)), run };
  }

  private async goOn(tx: Tx, scheduler: Scheduler, { release, ...changes }: Next): Promise<Fired> {
    const isStale = scheduler.tzRelease !== null && scheduler.tzRelease !== release;
    const replanned = isStale ? { tzRelease: release, replannedAt: new Date(this.deps.clock.now()) } : {};
    await tx.update(Scheduler, { id: scheduler.id }, { ...changes, ...replanned });
    return { run: null, nextDueAt: changes.nextDueAt };
  }

  private async lockDue(tx: Tx, schedulerId: number): Promise<DueScheduler | null> {
    const { dialect } = this.deps.database;
    const due = 'active = 1 AND next_due_at IS NOT NULL AND next_due_at <= ?';
    const sql = `SELECT id FROM scheduler WHERE id = ? AND ${due} AND ${ofActiveUser} ${dialect.forUpdate}`;
    const rows = await select(tx, sql, [schedulerId, this.deps.clock.now()]);
    const scheduler = rows.length === 0 ? null : await tx.findOneBy(Scheduler, { id: schedulerId });
    return scheduler?.nextDueAt ? { ...scheduler, nextDueAt: scheduler.nextDueAt } : null;
  }

  /** There is one already when a moment was set again after it had fired, by a process whose clock is behind. */
  private async insertOnce(tx: Tx, record: SchedulerRecord, due: PlannedMoment): Promise<Run | null> {
    const fired = await tx.existsBy(Run, { schedulerId: record.scheduler.id, dueAt: due.dueAt });
    return fired ? null : this.insertRun(tx, record, due);
  }

  private async insertRun(tx: Tx, record: SchedulerRecord, { moment, dueAt }: PlannedMoment): Promise<Run> {
    const { scheduler } = record;
    const now = new Date(this.deps.clock.now());
    const { missed, statusMessage } = judgeLateness({
      // A campaign that starts now has a moment of the minute before its activation.
      lateMs: now.getTime() - Math.max(dueAt.getTime(), scheduler.activeFrom?.getTime() ?? 0),
      graceMs: scheduler.graceSeconds === null ? this.deps.config.graceMs : scheduler.graceSeconds * 1000,
      wasMoved: wasMovedPast(scheduler, dueAt),
    });
    const audience = await buildRunAudience(tx, record);
    const pushes = await loadPushes(tx, scheduler.id);
    const run = await tx.save(Run, {
      userId: scheduler.userId,
      schedulerId: scheduler.id,
      kind: scheduler.kind,
      dueAt,
      status: missed ? ('missed' as const) : ('planning' as const),
      statusReason: missed ? null : emptyReason(pushes, audience.appIds.length),
      statusMessage,
      parts: toRunParts(await judgeZones(tx, scheduler, moment.parts), scheduler.leftOutZones ?? []),
      audience,
      pushes,
      leftOut: 0,
      cutIndex: 0,
      cutId: 0,
      createdAt: now,
      finishedAt: missed ? now : null,
    });
    await keepRunPlace(tx, run.id, now);
    const type = missed ? 'run.missed' : 'run.started';
    const reason = run.statusMessage ?? run.statusReason ?? undefined;
    const logged = { cause: 'moment', scheduler_id: scheduler.id, due_at: dueAt.toISOString(), reason };
    await appendToOutbox(tx, [{ userId: run.userId, type, runId: run.id, payload: {}, logged, occurredAt: now }]);
    return run;
  }
}

/** Why nothing can be sent, whichever devices there are; null: something can. */
export const emptyReason = (pushes: readonly unknown[], apps: number): RunStatusReason | null => {
  if (pushes.length === 0) return 'NO_ACTIVE_PUSH';
  return apps === 0 ? 'NO_APPLICATIONS' : null;
};

type Next = Pick<Scheduler, 'nextDueAt'> &
  Partial<Pick<Scheduler, 'active' | 'leftOutZones' | 'endedAt'>> & {
    /** Of the tz database, by which the next moment was worked out. */
    readonly release: string;
  };

/** Other tz data made it the past: it had been planned for later. */
const wasMovedPast = ({ tzRelease, replannedAt }: Scheduler, dueAt: Date): boolean =>
  (tzRelease !== null && tzRelease !== zoneRules().release) || (replannedAt !== null && dueAt < replannedAt);

const toRunParts = (parts: PlannedMoment['moment']['parts'], leftOutZones: readonly string[]): RunMomentPart[] =>
  parts.map(({ local, zones, firstAt }, index) => ({
    local,
    zones,
    firstAt,
    ...(index === 0 && leftOutZones.length > 0 ? { leftOutZones } : {}),
  }));

/** A suspended user's moments wait: once resumed, the grace period decides what becomes of them. */
const ofActiveUser = 'NOT EXISTS (SELECT 1 FROM user_account u WHERE u.id = scheduler.user_id AND u.suspended = 1)';

/** Schedulers with a moment that is due, oldest first. */
export const findDueSchedulers = async (database: Database, now: number, limit: number): Promise<number[]> => {
  const rows = await database.query<{ id: number }>(
    `SELECT id FROM scheduler WHERE active = 1 AND next_due_at <= ? AND ${ofActiveUser}
     ORDER BY next_due_at LIMIT ${limit}`,
    [now],
  );
  return rows.map((row) => Number(row.id));
};

export const setRunStatus = (tx: Tx, runId: number, from: string, to: string) =>
  execute(tx, 'UPDATE run SET status = ? WHERE id = ? AND status = ?', [to, runId, from]);
