import { getOrInsert } from '../../collections.js';
import { subjectHash } from '../../crypto/subject-hash.js';
import { type Database, dialectOf, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRows } from '../../database/write-rows.js';
import { ACTIVE_HOUR_TABLE, type ActiveHour } from '../../entities/active-hour.js';
import type { Curve } from '../../schedule/best-hour.js';
import { DAY, HOUR } from '../../schedule/wall-clock.js';
import { offsetAt, timelineOf } from '../../schedule/zone-timeline.js';
import { localZone } from '../../schedule/zones.js';

/** A device that was silent for this long begins a session when it reports again. */
export const SESSION_GAP_MS = 30 * 60_000;

const WEIGHTS = { session: 1, click: 3 } as const;

/** Weights halve with each period. */
const PERIOD_MS = 30 * DAY;

/** Older weights count as nothing: they would be 1/4096. */
export const PERIODS_KEPT = 12;

export const periodOf = (now: number): number => Math.floor(now / PERIOD_MS);

/** Something that a person did on a device. */
export interface Activity {
  readonly kind: keyof typeof WEIGHTS;
  /** The account. */
  readonly userId: number;
  readonly appId: number;
  readonly deviceId: number;
  /** null: the device has no user. */
  readonly externalUserId: string | null;
  /** null: the device never reported one. */
  readonly timezone: string | null;
}

/** The row of a user, or of a device without one. */
export const activeSubjectOf = (userId: number, { deviceId, externalUserId }: ActiveDevice): string =>
  subjectHash(userId, externalUserId === null ? { device: deviceId } : { user: externalUserId });

type ActiveDevice = Pick<Activity, 'deviceId' | 'externalUserId'>;

/** Concurrent writers share the counts of an application, so each of them uses one of several rows. */
const APP_SHARDS = 8;

const appSubjectOf = (userId: number, appId: number, shard: number): string =>
  subjectHash(userId, { app: appId, shard });

type NewHour = Pick<ActiveHour, 'userId' | 'subject' | 'hour' | 'weight' | 'period'>;

/**
 * Counts activities for their users and applications, in one statement. Holds the rows until the commit, so call it last
 * in a transaction.
 */
export const countActivities = async (tx: Tx, activities: readonly Activity[], now: number): Promise<void> => {
  if (activities.length === 0) return;
  const zones = await readAccountZones(tx, activities);
  const period = periodOf(now);
  const rows = new Map<string, NewHour>();
  for (const activity of activities) {
    const { kind, userId, appId, deviceId, timezone } = activity;
    const hour = localHourAt(now, timezone, zones.get(userId) ?? null);
    const ofApp = appSubjectOf(userId, appId, deviceId % APP_SHARDS);
    for (const subject of [activeSubjectOf(userId, activity), ofApp]) {
      const key = `${userId} ${subject} ${hour}`;
      const weight = (rows.get(key)?.weight ?? 0) + WEIGHTS[kind];
      rows.set(key, { userId, subject, hour, weight, period });
    }
  }
  await insertRows(tx, ACTIVE_HOUR_TABLE, [...rows.values()].sort(inKeyOrder), addWeights(tx));
};

/** In the order of the key, in which every transaction locks the rows. */
const inKeyOrder = (one: NewHour, other: NewHour): number => {
  if (one.userId !== other.userId) return one.userId - other.userId;
  if (one.subject !== other.subject) return one.subject < other.subject ? -1 : 1;
  return one.hour - other.hour;
};

/** MySQL assigns from left to right: `weight` looks at `period` as it was. */
const addWeights = (tx: Tx) =>
  dialectOf(tx).upsert(['user_id', 'subject', 'hour'], (incoming) => {
    const age = `(${incoming('period')} - active_hour.period)`;
    const halved = `CASE WHEN ${age} <= 0 THEN active_hour.weight
      WHEN ${age} <= ${PERIODS_KEPT} THEN active_hour.weight / (1 << ${age}) ELSE 0 END`;
    const later = `CASE WHEN ${age} > 0 THEN ${incoming('period')} ELSE active_hour.period END`;
    return `weight = ${halved} + ${incoming('weight')}, period = ${later}`;
  });

/** Only devices without their own zone need the account's zone. */
const readAccountZones = async (
  tx: Tx,
  activities: readonly Activity[],
): Promise<ReadonlyMap<number, string | null>> => {
  const ids = [...new Set(activities.flatMap(({ timezone, userId }) => (timezone === null ? userId : [])))];
  if (ids.length === 0) return new Map();
  const sql = `SELECT id, time_zone FROM user_account WHERE id IN ${inList(ids)}`;
  const rows = await select<{ id: number; time_zone: string | null }>(tx, sql, ids);
  return new Map(rows.map(({ id, time_zone }) => [Number(id), time_zone]));
};

/** The hour that a clock shows, by the first zone that is known. */
export const localHourAt = (now: number, device: string | null, account: string | null): number => {
  const wall = now + offsetAt(timelineOf(localZone(device, account), now - DAY, now + DAY), now);
  return Math.floor((wall % DAY) / HOUR);
};

/** Whether anything is known about the hours of an account's users. */
export const hasActiveHours = async (database: Pick<Database, 'rows'>, userId: number): Promise<boolean> =>
  (await database.rows('SELECT 1 FROM active_hour WHERE user_id = ? LIMIT 1', [userId])).length > 0;

type HourRow = readonly [subject: string, hour: number, weight: number, period: number];

/** A subject without any activity is absent. */
export const readCurves = async (
  database: Pick<Database, 'rows' | 'dialect'>,
  { userId, subjects, now }: { userId: number; subjects: readonly string[]; now: number },
): Promise<ReadonlyMap<string, Curve>> => {
  if (subjects.length === 0) return new Map();
  const { dialect } = database;
  const { sql, parameters } = dialect.among('subject', subjects);
  const from = `active_hour ${dialect.forcePrimary} WHERE user_id = ? AND ${sql}`;
  const rows = await database.rows<HourRow>(`SELECT subject, hour, weight, period FROM ${from}`, [
    userId,
    ...parameters,
  ]);
  const curves = new Map<string, number[]>();
  const period = periodOf(now);
  for (const [subject, hour, weight, since] of rows) {
    const curve = getOrInsert(curves, subject, () => new Array<number>(24).fill(0));
    curve[Number(hour)] = Number(weight) / 2 ** Math.max(0, period - Number(since));
  }
  return curves;
};

/** The activity of all devices of an application. */
export const readAppCurve = async (
  database: Pick<Database, 'rows' | 'dialect'>,
  { userId, appId, now }: { userId: number; appId: number; now: number },
): Promise<Curve> => {
  const subjects = Array.from({ length: APP_SHARDS }, (_, shard) => appSubjectOf(userId, appId, shard));
  const curves = [...(await readCurves(database, { userId, subjects, now })).values()];
  return Array.from({ length: 24 }, (_, hour) => curves.reduce((total, curve) => total + (curve[hour] ?? 0), 0));
};

/** Deletes the counts of a user, or of a device. */
export const deleteActiveHours = async (
  tx: Tx,
  userId: number,
  subject: { readonly user: string } | { readonly device: number },
): Promise<void> => {
  const sql = 'DELETE FROM active_hour WHERE user_id = ? AND subject = ?';
  await execute(tx, sql, [userId, subjectHash(userId, subject)]);
};
