import { groupBy } from '../../collections.js';
import { type Database, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRows } from '../../database/write-rows.js';
import {
  type Activity,
  activeSubjectOf,
  countActivities,
  SESSION_GAP_MS,
} from '../../delivery/judgement/active-hours.js';
import { addGoalEvents } from '../../delivery/record/goal-events.js';
import type { RowOf } from '../../entities/column-types.js';
import { type Device, UNREGISTERED } from '../../entities/device.js';
import { EVENT_SEEN_TABLE, UNKNOWN_APP } from '../../entities/event-seen.js';
import { type AppError, notFound } from '../../errors.js';
import { wrongSecret } from '../devices/wrong-secret.js';
import { type EventReport, findFault, type Tracked } from './event-report.js';
import { type EventTable, loadEvents } from './event-table.js';
import type { ItemResult } from './group-commit.js';
import { type EventsOfDevice, recordEvents } from './record-events.js';

export interface Written {
  /** One per report, in the same order. */
  readonly results: readonly ItemResult<Tracked>[];
  /** Epoch ms. */
  readonly earliestDueAt: number | null;
}

/** Writes the reports of many devices in one transaction; each is accepted or refused as a whole. */
export const writeReports = async (
  tx: Tx,
  database: Database,
  { reports, now }: { reports: readonly EventReport[]; now: number },
): Promise<Written> => {
  const devices = await lockDevices(tx, database, reports);
  const events = await loadEvents(tx, reports);
  const judged = reports.map((report) => judge(report, devices, events));
  const good = reports.filter((_, index) => judged[index] === null);
  const seen = await loadSeen(tx, database, good);
  const counted = new Map(good.map((report) => [report, count(report, { events, seen, now })]));
  await insertSeen(tx, { fresh: [...seen.fresh.values()], now });
  await addGoals(tx, [...counted.values()], { devices, now });
  const recorded = await recordEvents(tx, database, { reports: [...counted.values()], now });
  await countActivities(tx, toSessions(good, { devices, now }), now);
  const results = reports.map((report, index): ItemResult<Tracked> => {
    const refused = judged[index];
    if (refused) return { refused };
    const accepted = counted.get(report)?.events.length ?? 0;
    return { result: { accepted, ignored: report.inputs.length - accepted } };
  });
  return { results, earliestDueAt: recorded.earliestDueAt };
};

type KnownDevices = ReadonlyMap<string, KnownDevice>;

type KnownDevice = Pick<RowOf<Device>, 'id' | 'secret_hash' | 'seen_at' | 'external_user_id' | 'timezone'>;

/** One for each device that reports after a time of silence. A report by an API key begins no session. */
const toSessions = (
  reports: readonly EventReport[],
  { devices, now }: { devices: KnownDevices; now: number },
): Activity[] => {
  const sessions = new Map<string, Activity>();
  for (const { userId, appId, deviceId, secretHash } of reports) {
    const key = `${appId} ${deviceId}`;
    const device = devices.get(key);
    if (secretHash === undefined || !device || now - Number(device.seen_at) < SESSION_GAP_MS) continue;
    const { external_user_id: externalUserId, timezone } = device;
    sessions.set(key, { kind: 'session', userId, appId, deviceId, externalUserId, timezone });
  }
  return [...sessions.values()];
};

/** Keeps the events that are goals of runs. Accounts without goals need no statement. */
const addGoals = async (
  tx: Tx,
  reports: readonly EventsOfDevice[],
  { devices, now }: { devices: KnownDevices; now: number },
): Promise<void> => {
  const goals = reports.flatMap(({ appId, deviceId, userId, events }) => {
    const counting = events.filter(({ isGoal }) => isGoal);
    if (counting.length === 0) return [];
    const externalUserId = devices.get(`${appId} ${deviceId}`)?.external_user_id ?? null;
    const subject = activeSubjectOf(userId, { deviceId, externalUserId });
    return counting.map(({ code, uid, goalKey, occurredAt, data = null }) => ({
      ...{ userId, subject, kind: 'event' as const, appId, deviceId, code },
      ...{ uid: uid ?? goalKey, occurredAt, data },
    }));
  });
  if (goals.length > 0) await addGoalEvents(tx, goals, now);
};

/** Locks devices in one order, so that two groups with the same devices wait instead of deadlocking. */
const lockDevices = async (tx: Tx, database: Database, reports: readonly EventReport[]): Promise<KnownDevices> => {
  const { forcePrimary, forUpdate } = database.dialect;
  const found = new Map<string, KnownDevice>();
  const byApp = [...groupBy(reports, (report) => report.appId)].sort(([a], [b]) => a - b);
  for (const [appId, group] of byApp) {
    const ids = [...new Set(group.map((report) => report.deviceId))].sort((a, b) => a - b);
    const rows = await select<KnownDevice>(
      tx,
      `SELECT id, secret_hash, seen_at, external_user_id, timezone FROM device ${forcePrimary} WHERE app_id = ? AND id IN ${inList(ids)} ${forUpdate}`,
      [appId, ...ids],
    );
    for (const row of rows) found.set(`${appId} ${Number(row.id)}`, row);
  }
  return found;
};

/** Returns why a report is refused, or null. */
const judge = (report: EventReport, devices: KnownDevices, events: EventTable): AppError | null => {
  const { appId, deviceId, userId, secretHash, inputs } = report;
  const known = devices.get(`${appId} ${deviceId}`)?.secret_hash;
  if (known === undefined || known === UNREGISTERED) return notFound('device');
  if (secretHash !== undefined && (secretHash === null || secretHash !== known)) return wrongSecret();
  return findFault(inputs, (code) => events.find(userId, code) !== null);
};

interface SeenRow {
  readonly appId: number;
  readonly deviceId: number;
  readonly uid: string;
}

/** Returns the known event ids among those of clients; adds new ones to `fresh`. */
interface Seen {
  readonly known: ReadonlySet<string>;
  readonly fresh: Map<string, SeenRow>;
}

/** No other transaction adds any: the device is locked first. */
const loadSeen = async (tx: Tx, database: Database, reports: readonly EventReport[]): Promise<Seen> => {
  const named = reports.flatMap(({ appId, deviceId, inputs }) =>
    inputs.flatMap(({ id }) => (id ? [{ appId, deviceId, uid: id }] : [])),
  );
  if (named.length === 0) return { known: new Set(), fresh: new Map() };
  const appIds = [...new Set(named.map(({ appId }) => appId)), UNKNOWN_APP];
  const pairs = named.map(({ deviceId, uid }) => [deviceId, uid] as const);
  const among = database.dialect.amongPairs(['device_id', 'event_uid'], pairs);
  const sql = `SELECT device_id, event_uid FROM event_seen WHERE app_id IN ${inList(appIds)} AND ${among.sql}`;
  const rows = await select<{ device_id: number; event_uid: string }>(tx, sql, [...appIds, ...among.parameters]);
  return { known: new Set(rows.map((row) => seenKey(Number(row.device_id), row.event_uid))), fresh: new Map() };
};

const seenKey = (deviceId: number, uid: string): string => `${deviceId} ${uid}`;

/** The events of a report that count: active, with a new id, and not `install`, which a device has only once. */
const count = (
  report: EventReport,
  { events, seen, now }: { events: EventTable; seen: Seen; now: number },
): EventsOfDevice => {
  const { appId, deviceId, userId, trace } = report;
  const counting = report.inputs.flatMap(({ code, id, goalKey, occurredAt, data }) => {
    const event = events.find(userId, code);
    if (event?.status !== 1 || event.isInstall) return [];
    if (id) {
      const key = seenKey(deviceId, id);
      if (seen.known.has(key) || seen.fresh.has(key)) return [];
      seen.fresh.set(key, { appId, deviceId, uid: id });
    }
    const happenedAt = Math.min(occurredAt?.getTime() ?? now, now);
    const json = data ? JSON.stringify(data) : null;
    const { id: eventId, ordinal, isDaily, isGoal } = event;
    return [{ eventId, code, ordinal, isDaily, isGoal, uid: id, goalKey, occurredAt: happenedAt, data: json }];
  });
  return { appId, deviceId, userId, events: counting, trace };
};

const insertSeen = async (tx: Tx, { fresh, now }: { fresh: readonly SeenRow[]; now: number }): Promise<void> => {
  const rows = fresh.map(({ appId, deviceId, uid }) => ({ appId, deviceId, eventUid: uid, seenAt: now }));
  await insertRows(tx, EVENT_SEEN_TABLE, rows);
};
