import { getOrInsert, groupBy } from '../../collections.js';
import { dialectOf, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRows } from '../../database/write-rows.js';
import { type ArmDelta, addArmCounts } from '../../delivery/record/arm-counts.js';
import { NO_GOAL } from '../../entities/arm-count.js';
import type { RowOf } from '../../entities/column-types.js';
import { CONVERSION_TABLE } from '../../entities/conversion.js';
import type { GoalEvent } from '../../entities/goal-event.js';
import type { RunUnit } from '../../entities/run-unit.js';
import { nameArm } from '../../ports/experiment.js';
import { MAX_GOALS } from '../../ports/goals.js';
import { appendEvents } from '../event-log/append-events.js';
import { type Credit, type GoalsOfRuns, judgeEvent, judgeGuardrail, readValue } from './judge-event.js';
import { type Query, readEvidence } from './read-evidence.js';

export type EventRow = RowOf<GoalEvent>;

export interface CountedRun {
  readonly runId: number;
  readonly schedulerId: number;
  readonly userId: number;
  /** The run has variants. */
  readonly isTested: boolean;
}

/** The effect of an event on a run. */
interface Finding {
  readonly event: EventRow;
  readonly runId: number;
  readonly unit: string;
  /** null: it is an opt-out or a retirement. */
  readonly credit: Credit | null;
}

/** Counts claimed events, and returns the runs whose counts changed. */
export const countEvents = async (
  tx: Tx,
  claimed: readonly EventRow[],
  now: number,
): Promise<readonly CountedRun[]> => {
  const query: Query = (sql, parameters) => select(tx, sql, parameters);
  const events = await withoutCounted(query, inOrder(claimed));
  const evidence = await readEvidence(query, events.map(toClaimant));
  const findings = events.flatMap((event): Finding[] => {
    const claimant = toClaimant(event);
    const touches = evidence.touchesOf(claimant);
    if (event.kind !== 'event') {
      const touch = judgeGuardrail({ ...claimant, kind: event.kind }, touches);
      return touch ? [{ event, runId: touch.runId, unit: touch.unit, credit: null }] : [];
    }
    const judged = { ...claimant, code: event.code ?? '', valueOf: readValue.bind(null, event.data) };
    const attribution = evidence.attributionOf(claimant.userId);
    const credits = judgeEvent(judged, touches, { goals: evidence.goals, attribution });
    return credits.map((credit) => ({ event, runId: credit.runId, unit: credit.unit, credit }));
  });
  const { deltas, conversions } = await write(tx, findings);
  const runs = await readRuns(tx, [...new Set(deltas.map(({ runId }) => runId))]);
  await announce(tx, conversions, { runs, goals: evidence.goals, now });
  return runs;
};

const inOrder = (events: readonly EventRow[]): EventRow[] =>
  events.toSorted((a, b) => Number(a.occurred_at) - Number(b.occurred_at) || Number(a.id) - Number(b.id));

const toClaimant = ({ user_id, subject, device_id, occurred_at }: EventRow) => ({
  userId: Number(user_id),
  subject,
  deviceId: Number(device_id),
  occurredAt: Number(occurred_at),
});

/** Leaves out events whose id was counted before. */
const withoutCounted = async (query: Query, events: readonly EventRow[]): Promise<EventRow[]> => {
  const keyed = events.filter(({ kind }) => kind === 'event');
  if (keyed.length === 0) return [...events];
  const [users, subjects, keys] = (['user_id', 'subject', 'event_key'] as const).map((column) => [
    ...new Set(keyed.map((row) => row[column])),
  ]);
  const sql = `SELECT DISTINCT user_id, subject, event_key FROM conversion WHERE user_id IN ${inList(users ?? [])}
    AND subject IN ${inList(subjects ?? [])} AND event_key IN ${inList(keys ?? [])}`;
  const rows = await query<Pick<EventRow, 'user_id' | 'subject' | 'event_key'>>(sql, [
    ...(users ?? []),
    ...(subjects ?? []),
    ...(keys ?? []),
  ]);
  const counted = new Set(rows.map(keyOf));
  return events.filter((event) => !counted.has(keyOf(event)));
};

const keyOf = ({ user_id, subject, event_key }: Pick<EventRow, 'user_id' | 'subject' | 'event_key'>): string =>
  `${user_id} ${subject} ${event_key}`;

/** Each goal has a bit in `run_unit.marks`, and then each kind of guardrail. */
const MARKS = { opted_out: 1 << MAX_GOALS, retired: 1 << (MAX_GOALS + 1) } as const;

const write = async (tx: Tx, findings: readonly Finding[]): Promise<Written> => {
  const units = await lockUnits(tx, findings);
  const deltas: ArmDelta[] = [];
  const conversions: NewConversion[] = [];
  for (const { event, runId, unit: name, credit } of findings) {
    const unit = units.get(`${runId} ${name}`);
    if (!unit) continue;
    const { arm } = unit;
    const mark = credit ? 1 << credit.goal : event.kind === 'event' ? 0 : MARKS[event.kind];
    const isFirst = (unit.marks & mark) === 0;
    unit.marks |= mark;
    if (credit === null) {
      const kind = event.kind === 'retired' ? 'retired' : 'opted_out';
      if (isFirst) deltas.push({ runId, goal: NO_GOAL, arm, kind, count: 1, value: 0 });
      continue;
    }
    const value = credit.value ?? 0;
    deltas.push({ runId, goal: credit.goal, arm, kind: 'converted', count: Number(isFirst), value });
    if (credit.attributed) deltas.push({ runId, goal: credit.goal, arm, kind: 'attributed', count: 1, value });
    conversions.push({ ...credit, ...toColumns(event), arm });
  }
  await storeMarks(tx, units);
  // An id may come again after `event_seen` has forgotten it, when its device has another user.
  await insertRows(tx, CONVERSION_TABLE, conversions, 'ignore');
  await addArmCounts(tx, deltas);
  return { deltas, conversions };
};

interface Written {
  readonly deltas: readonly ArmDelta[];
  readonly conversions: readonly NewConversion[];
}

type NewConversion = Credit & ReturnType<typeof toColumns> & { readonly arm: number };

/** Appends the conversions to the event log. Last, because other writers of an account wait from here until the commit. */
const announce = async (
  tx: Tx,
  conversions: readonly NewConversion[],
  { runs, goals, now }: { runs: readonly CountedRun[]; goals: GoalsOfRuns; now: number },
): Promise<void> => {
  const byUser = [...groupBy(conversions, ({ userId }) => userId)].sort(([a], [b]) => a - b);
  for (const [userId, group] of byUser) {
    const events = group.map(({ runId, appId, deviceId, goal: index, arm, attributed, value }) => {
      const goal = goals.get(runId)?.[index];
      const isTested = runs.some((run) => run.runId === runId && run.isTested);
      const about = {
        goal: goal?.name ?? '',
        event: goal?.event ?? '',
        variant: isTested || arm < 0 ? nameArm(arm) : null,
      };
      return {
        type: 'conversion' as const,
        appId,
        runId,
        deviceId,
        data: { ...about, converted: true, attributed, value },
      };
    });
    await appendEvents(tx, { userId, now }, events);
  }
};

const toColumns = (event: EventRow) => ({
  deviceId: Number(event.device_id),
  eventKey: event.event_key,
  userId: Number(event.user_id),
  subject: event.subject,
  appId: Number(event.app_id),
  occurredAt: Number(event.occurred_at),
});

interface LockedUnit {
  readonly runId: number;
  readonly unit: string;
  readonly arm: number;
  readonly before: number;
  marks: number;
}

/** Two events of a unit are counted one after the other, so that it converts once. */
const lockUnits = async (tx: Tx, findings: readonly Finding[]): Promise<Map<string, LockedUnit>> => {
  const units = new Map<string, LockedUnit>();
  const byRun = [...groupBy(findings, ({ runId }) => runId)].sort(([a], [b]) => a - b);
  for (const [runId, group] of byRun) {
    const names = [...new Set(group.map(({ unit }) => unit))].sort();
    const sql = `SELECT unit, arm, marks FROM run_unit WHERE run_id = ? AND unit IN ${inList(names)}
      ORDER BY unit ${dialectOf(tx).forUpdate}`;
    const rows = await select<Pick<RowOf<RunUnit>, 'unit' | 'arm' | 'marks'>>(tx, sql, [runId, ...names]);
    for (const { unit, arm, marks } of rows) {
      const locked = { runId, unit, arm: Number(arm), before: Number(marks), marks: Number(marks) };
      units.set(`${runId} ${unit}`, locked);
    }
  }
  return units;
};

const storeMarks = async (tx: Tx, units: ReadonlyMap<string, LockedUnit>): Promise<void> => {
  const changed = [...units.values()].filter(({ before, marks }) => before !== marks);
  const groups = new Map<string, LockedUnit[]>();
  for (const unit of changed) getOrInsert(groups, `${unit.runId} ${unit.marks}`, () => []).push(unit);
  for (const group of groups.values()) {
    const { runId, marks } = group[0] as LockedUnit;
    const sql = `UPDATE run_unit SET marks = ? WHERE run_id = ? AND unit IN ${inList(group)}`;
    await execute(tx, sql, [marks, runId, ...group.map(({ unit }) => unit)]);
  }
};

const readRuns = async (tx: Tx, ids: readonly number[]): Promise<CountedRun[]> => {
  if (ids.length === 0) return [];
  const sql = `SELECT id, scheduler_id, user_id, experiment IS NOT NULL AS tested FROM run WHERE id IN ${inList(ids)}`;
  const rows = await select<Record<'id' | 'scheduler_id' | 'user_id' | 'tested', number>>(tx, sql, ids);
  return rows.map((row) => ({
    runId: Number(row.id),
    schedulerId: Number(row.scheduler_id),
    userId: Number(row.user_id),
    isTested: Number(row.tested) === 1,
  }));
};
