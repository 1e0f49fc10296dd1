import { toWords } from '../../audience/mark-condition.js';
import { chunk, groupBy } from '../../collections.js';
import { type Database, execute, placeholders, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { type SqlRow, writeRows } from '../../database/write-rows.js';
import { type DuePlace, keepDuePlaces } from '../../delivery/record/trace-places.js';
import type { DeviceRef } from '../devices/device-marks.js';
import type { EventReport } from './event-report.js';
import { findListeners } from './find-listeners.js';

/** An event that counts, of one device. */
export interface EventOccurrence {
  readonly eventId: number;
  readonly code: string;
  readonly ordinal: number;
  /** Epoch ms at which it happened on the device. */
  readonly occurredAt: number;
}

export interface EventsOfDevice extends DeviceRef {
  readonly userId: number;
  readonly events: readonly EventOccurrence[];
  readonly trace?: EventReport['trace'];
}

export interface Recorded {
  /** Epoch ms of the earliest send that they have started; null for none. */
  readonly earliestDueAt: number | null;
}

const ROWS_PER_STATEMENT = 500;

/**
 * History (events may come late and out of order), bits, and one due send per event and listening scheduler: all in the
 * transaction of the events (docs/rules.md#auto-push). A device may occur more than once; all of them are seen now.
 * @param startSends false: nothing is sent because of them.
 */
export const recordEvents = async (
  tx: Tx,
  database: Database,
  { reports, now, startSends = true }: { reports: readonly EventsOfDevice[]; now: number; startSends?: boolean },
): Promise<Recorded> => {
  await markDevices(tx, database, { reports, now });
  await upsertHistory(tx, database, reports);
  return startSends ? insertDueSends(tx, { reports, now }) : { earliestDueAt: null };
};

/** One and the same event of devices that are new: their rows have its bit already, and are seen. */
export const recordFirstEvents = async (
  tx: Tx,
  { userId, appId, deviceIds, event, now, startSends }: FirstEvents,
): Promise<Recorded> => {
  const rows = deviceIds.map((id): SqlRow => [id, event.eventId, appId, 1, event.occurredAt, event.occurredAt]);
  await writeRows(tx, DEVICE_EVENT, rows);
  if (!startSends) return { earliestDueAt: null };
  const reports = deviceIds.map((deviceId) => ({ appId, deviceId, userId, events: [event] }));
  return insertDueSends(tx, { reports, now });
};

interface FirstEvents {
  readonly userId: number;
  readonly appId: number;
  readonly deviceIds: readonly number[];
  readonly event: EventOccurrence;
  readonly now: number;
  readonly startSends: boolean;
}

/** Devices with the same new bits share a statement. */
const markDevices = async (
  tx: Tx,
  database: Database,
  { reports, now }: { reports: readonly EventsOfDevice[]; now: number },
): Promise<void> => {
  const devices = [...groupBy(reports, ({ appId, deviceId }) => `${appId} ${deviceId}`).values()].flatMap((group) => {
    const [first] = group;
    const words = toWords(group.flatMap(({ events }) => events.map(({ ordinal }) => ordinal)));
    return first ? [{ appId: first.appId, deviceId: first.deviceId, words }] : [];
  });
  for (const group of groupBy(devices, ({ appId, words }) => `${appId} ${words.join(' ')}`).values()) {
    const bits = (group[0]?.words ?? []).flatMap((word, index) =>
      word === 0n ? [] : [`event_w${index} = event_w${index} | ${word}`],
    );
    for (const part of chunk(group, ROWS_PER_STATEMENT)) {
      const ids = part.map(({ deviceId }) => deviceId).sort((a, b) => a - b);
      await execute(
        tx,
        `UPDATE device ${database.dialect.forcePrimary} SET ${['seen_at = ?', ...bits].join(', ')}
         WHERE app_id = ? AND id IN ${inList(ids)}`,
        [now, part[0]?.appId, ...ids],
      );
    }
  }
};

/** What a device has done of one event, taken together. */
interface History {
  readonly deviceId: number;
  readonly eventId: number;
  readonly appId: number;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

const DEVICE_EVENT = {
  table: 'device_event',
  columns: ['device_id', 'event_id', 'app_id', 'count', 'first_at', 'last_at'],
};

const upsertHistory = async (tx: Tx, database: Database, reports: readonly EventsOfDevice[]): Promise<void> => {
  const onClash = database.dialect.upsert(
    ['device_id', 'event_id'],
    (incoming) => `count = device_event.count + ${incoming('count')},
      first_at = CASE WHEN ${incoming('first_at')} < first_at THEN ${incoming('first_at')} ELSE first_at END,
      last_at = CASE WHEN ${incoming('last_at')} > last_at THEN ${incoming('last_at')} ELSE last_at END`,
  );
  const rows = toHistories(reports).map(
    (row): SqlRow => [row.deviceId, row.eventId, row.appId, row.count, row.firstAt, row.lastAt],
  );
  await writeRows(tx, { ...DEVICE_EVENT, onClash }, rows);
};

/** In the order of the key, so that of two groups that touch the same rows one waits for the other. */
const toHistories = (reports: readonly EventsOfDevice[]): History[] => {
  const histories = new Map<string, History>();
  for (const { deviceId, appId, events } of reports) {
    for (const { eventId, occurredAt } of events) {
      const key = `${deviceId} ${eventId}`;
      const { count = 0, firstAt = occurredAt, lastAt = occurredAt } = histories.get(key) ?? {};
      histories.set(key, {
        ...{ deviceId, eventId, appId, count: count + 1 },
        firstAt: Math.min(firstAt, occurredAt),
        lastAt: Math.max(lastAt, occurredAt),
      });
    }
  }
  return [...histories.values()].sort((a, b) => a.deviceId - b.deviceId || a.eventId - b.eventId);
};

const insertDueSends = async (
  tx: Tx,
  { reports, now }: { reports: readonly EventsOfDevice[]; now: number },
): Promise<Recorded> => {
  const rows: number[][] = [];
  const places: DuePlace[] = [];
  for (const [userId, group] of groupBy(reports, (report) => report.userId)) {
    const codes = new Set(group.flatMap(({ events }) => events.map(({ code }) => code)));
    const listeners = groupBy(await findListeners(tx, userId, [...codes]), ({ code }) => code);
    for (const { appId, deviceId, events, trace } of group) {
      for (const { code, eventId } of events) {
        for (const { schedulerId, delayMs } of listeners.get(code) ?? []) {
          rows.push([schedulerId, appId, deviceId, eventId, now + delayMs]);
          if (trace) places.push({ schedulerId, deviceId, place: trace });
        }
      }
    }
  }
  const columns = 'scheduler_id, app_id, device_id, event_id, due_at';
  for (const part of chunk(rows, ROWS_PER_STATEMENT)) {
    await execute(tx, `INSERT INTO due_send (${columns}) VALUES ${placeholders(part.length, 5)}`, part.flat());
  }
  if (places.length > 0) await keepDuePlaces(tx, places, now);
  return {
    earliestDueAt: rows.reduce<number | null>((least, row) => Math.min(least ?? Infinity, row[4] ?? now), null),
  };
};
