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
import { formatDelay } from '../../schedule/delay.js';
import type { ClockTiming } from '../../schedule/timing.js';
import { zoneRules } from '../../schedule/zone-rules.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { insertRunPace } from '../record/add-run-details.js';
import { appendToOutbox } from '../record/outbox-writer.js';
import { keepRunPlace } from '../record/trace-places.js';
import { watchGoals } from '../record/watch-goals.js';
import { buildRunAudience } from './build-run-audience.js';
import { loadPushes } from './load-pushes.js';
import { loadRunDefaults } from './run-defaults.js';
import { buildExperiment } from './run-experiment.js';
import type { WorkerReleases } from './worker-releases.js';

/** The run that a scheduler's moment made, if any, and the next moment. */
export interface Fired {
  readonly run: Run | null;
  readonly nextDueAt: Date | null;
}

type DueRecord = SchedulerRecord & { readonly scheduler: DueScheduler; readonly timing: ClockTiming };

/** Turns a due moment into a run: one transaction and one row per (scheduler, moment), whichever worker wakes up. */
export class MomentFiring {
  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'config'>,
    private readonly releases: Pick<WorkerReleases, 'isLatest'> = { isLatest: true },
  ) {}

  /** null if nothing is due: another worker was faster, or the scheduler was stopped. */
  fire(schedulerId: number): Promise<Fired | null> {
    return this.deps.database.tx(async (tx) => {
      // Read first: if the time-zone data change during this transaction, the scheduler is planned again.
      const { release } = zoneRules();
      const scheduler = await this.lockDue(tx, schedulerId);
      if (!scheduler) return null;
      // During an upgrade, a worker with later tz data fires the moments that were planned with them.
      if (scheduler.tzRelease !== null && !this.releases.isLatest) return null;
      const record = await loadRecord(tx, scheduler);
      const { timing } = record;
      if (timing.kind === 'auto-push') return null;
      const exact = mustCompare(scheduler, this.deps.clock.now()) ? null : planByInstant(scheduler, timing);
      return this.fireDue(tx, { record: { ...record, scheduler, timing }, exact, release });
    });
  }

  /** @param exact null: the time-zone data have changed, so the due moment follows from what was sent before. */
  private async fireDue(
    tx: Tx,
    { record, exact, release }: { record: DueRecord; exact: PlannedMoment | null; release: string },
  ): Promise<Fired> {
    const { scheduler, timing } = record;
    const due = exact ?? (await planByProgress(tx, scheduler, timing));
    if (due && due.dueAt.getTime() > this.deps.clock.now())
      return this.moveOn(tx, scheduler, { release, nextDueAt: due.dueAt });
    const run = due && (await this.insertOnce(tx, record, due));
    const next = exact
      ? nextDueAt(timing, exact.dueAt.getTime())
      : due && (await planByProgress(tx, { ...scheduler, nextDueAt: due.dueAt }, timing))?.dueAt;
    // A one-time scheduler is inactive after its last zone (docs/rules.md#activation). Its run continues.
    const ended = next ? {} : { endedAt: new Date(this.deps.clock.now()) };
    // Devices that were left out are counted with the first run that sends.
    const leftOutZones = run?.status === 'missed' && next ? scheduler.leftOutZones : null;
    const changes = { release, nextDueAt: next ?? null, active: Boolean(next), leftOutZones, ...ended };
    return { ...(await this.moveOn(tx, scheduler, changes)), run };
  }

  private async moveOn(tx: Tx, scheduler: Scheduler, { release, ...changes }: Next): Promise<Fired> {
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

  /** The run exists if a process whose clock is behind set the moment again after it had fired. */
  private async insertOnce(tx: Tx, record: SchedulerRecord, due: PlannedMoment): Promise<Run | null> {
    const fired = await tx.existsBy(Run, { schedulerId: record.scheduler.id, dueAt: due.dueAt });
    return fired ? null : this.insertRun(tx, record, due);
  }

  private async insertRun(tx: Tx, record: SchedulerRecord, { moment, dueAt }: PlannedMoment): Promise<Run> {
    const { scheduler } = record;
    const now = new Date(this.deps.clock.now());
    const { missed, statusCode, statusMessage } = judgeLateness({
      // The moment of a campaign that starts now is the minute of its activation, which lies in the past.
      lateMs: now.getTime() - Math.max(dueAt.getTime(), scheduler.activeFrom?.getTime() ?? 0),
      graceMs: scheduler.graceSeconds === null ? this.deps.config.graceMs : scheduler.graceSeconds * 1000,
      wasMoved: wasMovedPast(scheduler, dueAt),
    });
    const filters = await buildRunAudience(tx, record, now.getTime());
    const about = { userId: scheduler.userId, appIds: filters.appIds };
    const audience = { ...filters, messageDefaults: await loadRunDefaults(tx, about) };
    const pushes = await loadPushes(tx, scheduler.id);
    const run = await tx.save(Run, {
      userId: scheduler.userId,
      schedulerId: scheduler.id,
      kind: scheduler.kind,
      dueAt,
      status: missed ? ('missed' as const) : ('planning' as const),
      statusReason: missed ? null : emptyReason(pushes, audience.appIds.length),
      statusCode,
      statusMessage,
      parts: toRunParts(await judgeZones(tx, scheduler, moment.parts), scheduler.leftOutZones ?? []),
      audience,
      pushes,
      quietHours: scheduler.quietHours,
      speed: scheduler.speed,
      bestHour: scheduler.bestHour,
      goals: scheduler.goals,
      ...(await buildExperiment(tx, scheduler, Math.max(dueAt.getTime(), now.getTime()))),
      leftOut: 0,
      cutIndex: 0,
      cutId: 0,
      createdAt: now,
      finishedAt: missed ? now : null,
    });
    await insertRunPace(tx, run.id, scheduler.speed);
    await watchGoals(tx, { ...run, now: now.getTime() });
    await keepRunPlace(tx, run.id, now);
    const type = missed ? 'run.missed' : 'run.started';
    const reason = run.statusMessage ?? run.statusReason ?? undefined;
    const logged = { cause: 'moment', scheduler_id: scheduler.id, due_at: dueAt.toISOString(), reason };
    await appendToOutbox(tx, [{ userId: run.userId, type, runId: run.id, payload: {}, logged, occurredAt: now }]);
    return run;
  }
}

/** Why nothing can be sent, whatever the devices; null: messages can be sent. */
export const emptyReason = (pushes: readonly unknown[], apps: number): RunStatusReason | null => {
  if (pushes.length === 0) return 'NO_ACTIVE_PUSH';
  return apps === 0 ? 'NO_APPLICATIONS' : null;
};

type Next = Pick<Scheduler, 'nextDueAt'> &
  Partial<Pick<Scheduler, 'active' | 'leftOutZones' | 'endedAt'>> & {
    /** The release of the tz database that the next moment was calculated with. */
    readonly release: string;
  };

/** Whether new tz data moved the moment into the past. */
const wasMovedPast = ({ tzRelease, replannedAt }: Scheduler, dueAt: Date): boolean =>
  (tzRelease !== null && tzRelease !== zoneRules().release) || (replannedAt !== null && dueAt < replannedAt);

const toRunParts = (parts: PlannedMoment['moment']['parts'], leftOutZones: readonly string[]): RunMomentPart[] =>
  parts.map(({ local, zones, firstAt }, index) => ({
    local,
    zones,
    firstAt,
    ...(index === 0 && leftOutZones.length > 0 ? { leftOutZones } : {}),
  }));

/** Moments of a suspended user wait. After the user is resumed, the grace period decides whether they are sent. */
const ofActiveUser = 'NOT EXISTS (SELECT 1 FROM user_account u WHERE u.id = scheduler.user_id AND u.suspended = 1)';

/** Schedulers with a due moment, the oldest first. */
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

/** Jobs may run some seconds late although the service was never down. */
const PUNCTUAL_MS = 60_000;

/** Whether a moment that fires now is on time, late, or missed. */
const judgeLateness = ({
  lateMs,
  graceMs,
  wasMoved = false,
}: {
  lateMs: number;
  graceMs: number;
  /** New time-zone data moved the moment into the past. */
  wasMoved?: boolean;
}): { missed: boolean } & Pick<Run, 'statusCode' | 'statusMessage'> => {
  const missed = lateMs > graceMs && lateMs > PUNCTUAL_MS;
  if (!missed && lateMs < PUNCTUAL_MS) return { missed, statusCode: null, statusMessage: null };
  const late = wasMoved
    ? `new time-zone data moved its moment into the past, which makes it ${formatDelay(lateMs)} late`
    : `the service was down at its moment and came back ${formatDelay(lateMs)} late`;
  const statusCode = wasMoved ? 'TIME_ZONE_DATA_CHANGED' : 'SERVICE_WAS_DOWN';
  const statusMessage = missed ? `${late}, beyond the grace period of ${formatGrace(graceMs)}` : late;
  return { missed, statusCode, statusMessage };
};

const formatGrace = (graceMs: number): string => (graceMs < PUNCTUAL_MS ? `${graceMs / 1000}s` : formatDelay(graceMs));
