import { createHash } from 'node:crypto';
import { dialectOf, execute, select, type Tx } from '../database/database.js';
import type { SqlFragment } from '../database/sql.js';
import type { RunMomentPart } from '../entities/run-snapshot.js';
import type { Scheduler } from '../entities/scheduler.js';
import { type Moment, nextMoment } from '../schedule/moments.js';
import { firstPending, MAX_SHIFT_MS, type Reached, readClocks, readingOf } from '../schedule/pending-moments.js';
import type { ClockTiming, Timing } from '../schedule/timing.js';
import { DAY, type Wall } from '../schedule/wall-clock.js';
import { zoneRules } from '../schedule/zone-rules.js';
import { canonicalZone } from '../schedule/zones.js';
import { goesByTzData } from './scheduler-timing.js';

type Plan = Pick<Scheduler, 'tzRelease' | 'activeFrom' | 'clocksId' | 'replannedAt'>;

export const NO_PLAN: Plan = { tzRelease: null, activeFrom: null, clocksId: null, replannedAt: null };

/** Stores the facts of an activation from which its moments are recalculated when the tz data change. */
export const notePlan = async (tx: Tx, timing: Timing, now: number): Promise<Plan> => {
  if (timing.kind === 'auto-push' || !goesByTzData(timing)) return { ...NO_PLAN, activeFrom: new Date(now) };
  // Read before the first await, during which the rules may be replaced.
  const { release } = zoneRules();
  const clocks = JSON.stringify(readClocks(now));
  const clocksId = createHash('sha256').update(clocks).digest('hex');
  await execute(tx, `${dialectOf(tx).insertIgnore} zone_clocks (id, clocks) VALUES (?, ?)`, [clocksId, clocks]);
  return { tzRelease: release, activeFrom: new Date(now), clocksId, replannedAt: null };
};

/** How long earlier runs are compared after a change of the data. A local time reaches every zone within this time. */
const COMPARED_MS = 3 * DAY;

/** Whether instants alone may mislead, because the data changed recently or in the middle of a local time. */
export const mustCompare = ({ tzRelease, replannedAt }: Scheduler, now: number): boolean =>
  (tzRelease !== null && tzRelease !== zoneRules().release) ||
  (replannedAt !== null && now < replannedAt.getTime() + COMPARED_MS);

/** A scheduler that waits for a moment. */
export type DueScheduler = Scheduler & { readonly nextDueAt: Date };

export interface PlannedMoment {
  readonly moment: Moment;
  /** When the run is due: at the moment's instant, or a millisecond later if another run has that instant. */
  readonly dueAt: Date;
}

/** The planned moment; null if the current rules have no moment at its instant. */
export const planByInstant = ({ nextDueAt: dueAt }: DueScheduler, timing: ClockTiming): PlannedMoment | null => {
  const moment = nextMoment(timing, dueAt.getTime() - 1);
  return moment?.at === dueAt.getTime() ? { moment, dueAt } : null;
};

/**
 * The first unsent moment under the current rules, whichever rules planned it. For each zone this is the first local
 * time that its clock had not shown at activation and that no later run has sent.
 */
export const planByProgress = async (
  tx: Tx,
  scheduler: DueScheduler,
  timing: ClockTiming,
): Promise<PlannedMoment | null> => {
  const from = scheduler.nextDueAt.getTime() - MAX_SHIFT_MS;
  const sent = await loadSent(tx, scheduler, from);
  const reached = await loadReached(tx, scheduler, { timing, sent });
  const moment = firstPending(timing, timing.kind === 'one-time' ? Number.NEGATIVE_INFINITY : from, reached);
  if (moment === null) return null;
  const taken = new Set((await dueTimes(tx, scheduler.id, moment.at)).map(({ due_at }) => Number(due_at)));
  let dueAt = moment.at;
  while (taken.has(dueAt)) dueAt += 1;
  return { moment: { at: moment.at, parts: keepFirst(moment.parts, sent) }, dueAt: new Date(dueAt) };
};

/** Between two local times of one zone, every other zone has at most two. */
const RUNS_COMPARED = 200;

/** The activation in epoch ms. Older activations were not recorded: all runs of such a scheduler count. */
const startOf = ({ activeFrom }: Scheduler): number => activeFrom?.getTime() ?? 0;

const loadSent = (tx: Tx, scheduler: Scheduler, from: number): Promise<RunMomentPart[]> =>
  loadParts(tx, { sql: 'created_at >= ?', parameters: [startOf(scheduler)] }, { scheduler, from: from - 2 * DAY });

/** Loads the parts of a scheduler's runs that were due after `from`, the latest first. */
const loadParts = async (
  tx: Tx,
  which: SqlFragment,
  { scheduler, from }: { scheduler: Scheduler; from: number },
): Promise<RunMomentPart[]> => {
  const rows = await select<{ parts: string | null }>(
    tx,
    `SELECT parts FROM run WHERE scheduler_id = ? AND due_at > ? AND ${which.sql}
     ORDER BY due_at DESC LIMIT ${RUNS_COMPARED}`,
    [scheduler.id, from, ...which.parameters],
  );
  return rows.flatMap(({ parts }) => (parts === null ? [] : (JSON.parse(parts) as RunMomentPart[])));
};

/**
 * Sets the instant at which the zones of devices are judged for each part: the first instant of its local time in any
 * zone, or the activation if that is later. If an earlier activation already sent this local time to some devices, its
 * instant is kept, so that no device is reached twice.
 */
export const judgeZones = async (tx: Tx, scheduler: Scheduler, parts: Moment['parts']): Promise<Moment['parts']> => {
  const start = startOf(scheduler);
  const from = Math.min(...parts.map(({ firstAt }) => firstAt));
  if (from >= start) return parts;
  const before = await loadParts(tx, { sql: 'created_at < ?', parameters: [start] }, { scheduler, from: from - 1 });
  return keepFirst(
    parts.map((part) => ({ ...part, firstAt: Math.max(part.firstAt, start) })),
    before,
  );
};

const loadReached = async (
  tx: Tx,
  scheduler: DueScheduler,
  { timing, sent }: { timing: ClockTiming; sent: readonly RunMomentPart[] },
): Promise<Reached> => {
  const start = startOf(scheduler);
  // A campaign that starts now has a moment in the minute before its activation.
  const first = Math.min(start, scheduler.nextDueAt.getTime() - 1);
  const ahead = aheadByZone((await loadClocks(tx, scheduler.clocksId)) ?? readClocks(start));
  const latest = latestByZone(sent);
  const ofAll = latest.get(ALL) ?? Number.NEGATIVE_INFINITY;
  return (zone) => {
    const shownAtStart = first + (ahead.get(canonicalZone(zone) ?? zone) ?? 0);
    const carried = timing.zone.kind === 'fixed' ? ofAll : (latest.get(zone) ?? Number.NEGATIVE_INFINITY);
    return Math.max(shownAtStart, carried);
  };
};

const loadClocks = async (tx: Tx, clocksId: string | null): Promise<Record<string, string[]> | null> => {
  if (clocksId === null) return null;
  const [row] = await select<{ clocks: string }>(tx, 'SELECT clocks FROM zone_clocks WHERE id = ?', [clocksId]);
  return row ? JSON.parse(row.clocks) : null;
};

const aheadByZone = (clocks: Record<string, string[]>): Map<string, number> =>
  new Map(Object.entries(clocks).flatMap(([ahead, zones]) => zones.map((zone) => [zone, Number(ahead)] as const)));

/** Replaces the zone for a scheduler that uses one zone for all devices. */
const ALL = '*';

const latestByZone = (sent: readonly RunMomentPart[]): Map<string, Wall> => {
  const latest = new Map<string, Wall>();
  const note = (zone: string, wall: Wall) => latest.set(zone, Math.max(wall, latest.get(zone) ?? wall));
  for (const { local, zones } of sent) for (const zone of zones ?? [ALL]) note(zone, readingOf(local));
  return latest;
};

/** Each local time judges a device by its zone at one instant, so a device is in exactly one zone. */
const keepFirst = (parts: Moment['parts'], sent: readonly RunMomentPart[]): Moment['parts'] => {
  const known = new Map(sent.map(({ local, firstAt }) => [local, firstAt]));
  return parts.map((part) => ({ ...part, firstAt: known.get(part.local) ?? part.firstAt }));
};

const dueTimes = (tx: Tx, schedulerId: number, from: number) =>
  select<{ due_at: number }>(tx, 'SELECT due_at FROM run WHERE scheduler_id = ? AND due_at BETWEEN ? AND ?', [
    schedulerId,
    from,
    from + 1_000,
  ]);
