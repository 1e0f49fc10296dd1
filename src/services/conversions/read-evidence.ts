import { getOrInsert, groupBy } from '../../collections.js';
import { subjectHash } from '../../crypto/subject-hash.js';
import { inList } from '../../database/in-list.js';
import type { RowOf } from '../../entities/column-types.js';
import type { GoalEvent } from '../../entities/goal-event.js';
import type { RunUnit } from '../../entities/run-unit.js';
import { type Attribution, DEFAULT_ATTRIBUTION, type Goal, MAX_GOAL_WINDOW_S } from '../../ports/goals.js';
import type { GoalsOfRuns, Touch } from './judge-event.js';

/** Runs in the transaction of the caller, or outside one. */
export type Query = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

/** The part of an event that decides which messages it is compared with. */
export type Claimant = Pick<GoalEvent, 'userId' | 'subject' | 'deviceId'> & { readonly occurredAt: number };

export interface Evidence {
  readonly touchesOf: (claimant: Claimant) => readonly Touch[];
  readonly goals: GoalsOfRuns;
  readonly attributionOf: (userId: number) => Attribution;
}

/** Reads the messages of the last 30 days before each of the events, with what is needed to judge them. */
export const readEvidence = async (query: Query, claimants: readonly Claimant[]): Promise<Evidence> => {
  const all = [...(await readTouches(query, claimants)), ...(await readFirstTouches(query, claimants))];
  const touches = groupBy(all, ({ unit }) => unit);
  const runIds = [...new Set([...touches.values()].flat().map(({ runId }) => runId))];
  const goals = await readGoals(query, runIds);
  const attributions = await readAttributions(query, [...new Set(claimants.map(({ userId }) => userId))]);
  return {
    touchesOf: (claimant) => unitsOf(claimant).flatMap((unit) => touches.get(unit) ?? []),
    goals,
    attributionOf: (userId) => attributions.get(userId) ?? DEFAULT_ATTRIBUTION,
  };
};

/** The subject itself, and its device, which may have got messages before it had a user. */
const unitsOf = ({ userId, subject, deviceId }: Claimant): readonly string[] =>
  deviceId === 0 ? [subject] : [...new Set([subject, subjectHash(userId, { device: deviceId })])];

interface SendRow {
  readonly app_id: number;
  readonly device_id: number;
  readonly run_id: number;
  readonly push_id: number;
  readonly sent_at: number;
  readonly variant: number | null;
  readonly subject: string;
}

const readTouches = async (query: Query, claimants: readonly Claimant[]): Promise<Touch[]> => {
  const units = [...new Set(claimants.flatMap(unitsOf))];
  const times = claimants.map(({ occurredAt }) => occurredAt);
  const sql = `SELECT app_id, device_id, run_id, push_id, sent_at, variant, subject FROM device_send
    WHERE subject IN ${inList(units)} AND sent_at > ? AND sent_at <= ?`;
  const since = Math.min(...times) - MAX_GOAL_WINDOW_S * 1_000;
  const sends = units.length === 0 ? [] : await query<SendRow>(sql, [...units, since, Math.max(...times)]);
  const clicks = await readClicks(query, sends);
  return sends.map((row) => ({
    runId: Number(row.run_id),
    deviceId: Number(row.device_id),
    unit: row.subject,
    variant: row.variant === null ? null : Number(row.variant),
    sentAt: Number(row.sent_at),
    isAccepted: true,
    clickedAt: clicks.get(keyOf(row)) ?? null,
  }));
};

/** When each run first addressed a unit, even if the provider refused the message. */
const readFirstTouches = async (query: Query, claimants: readonly Claimant[]): Promise<Touch[]> => {
  const units = [...new Set(claimants.flatMap(unitsOf))];
  const users = [...new Set(claimants.map(({ userId }) => userId))];
  const sql = `SELECT run_id, unit, arm, created_at FROM run_unit
    WHERE user_id IN ${inList(users)} AND unit IN ${inList(units)}`;
  const rows = await query<Pick<RowOf<RunUnit>, 'run_id' | 'unit' | 'arm' | 'created_at'>>(sql, [...users, ...units]);
  return rows.map((row) => ({
    ...{ runId: Number(row.run_id), deviceId: 0, unit: row.unit, variant: Number(row.arm) },
    ...{ sentAt: Number(row.created_at), isAccepted: false, clickedAt: null },
  }));
};

type MessageRow = Pick<SendRow, 'run_id' | 'push_id' | 'device_id'>;

const keyOf = ({ run_id, push_id, device_id }: MessageRow): string => `${run_id} ${push_id} ${device_id}`;

const readClicks = async (query: Query, sends: readonly SendRow[]): Promise<ReadonlyMap<string, number>> => {
  const clicks = new Map<string, number>();
  for (const group of groupBy(sends, ({ run_id, push_id }) => `${run_id} ${push_id}`).values()) {
    const { run_id: runId, push_id: pushId } = group[0] as SendRow;
    const devices = [...new Set(group.map(({ device_id }) => Number(device_id)))];
    const sql = `SELECT run_id, push_id, device_id, received_at FROM receipt
      WHERE run_id = ? AND push_id = ? AND device_id IN ${inList(devices)} AND kind = 'clicked'`;
    const rows = await query<MessageRow & { received_at: number }>(sql, [runId, pushId, ...devices]);
    for (const row of rows) clicks.set(keyOf(row), Number(row.received_at));
  }
  return clicks;
};

const readGoals = async (query: Query, runIds: readonly number[]): Promise<GoalsOfRuns> => {
  if (runIds.length === 0) return new Map();
  const sql = `SELECT id, goals FROM run WHERE id IN ${inList(runIds)} AND goals IS NOT NULL`;
  const rows = await query<{ id: number; goals: string }>(sql, runIds);
  // The runs of a scheduler mostly have equal goals.
  const parsed = new Map<string, readonly Goal[]>();
  return new Map(
    rows.map(({ id, goals }) => [Number(id), getOrInsert(parsed, goals, () => JSON.parse(goals) as readonly Goal[])]),
  );
};

const readAttributions = async (
  query: Query,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Attribution>> => {
  const sql = `SELECT id, attribution FROM user_account WHERE id IN ${inList(userIds)} AND attribution IS NOT NULL`;
  const rows = await query<{ id: number; attribution: string }>(sql, userIds);
  return new Map(rows.map(({ id, attribution }) => [Number(id), JSON.parse(attribution) as Attribution]));
};
