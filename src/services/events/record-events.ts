import { toWords } from '../../audience/mark-condition.js';
import { chunk, groupBy } from '../../collections.js';
import { type Database, execute, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRows } from '../../database/write-rows.js';
import { type DuePlace, keepDuePlaces } from '../../delivery/record/trace-places.js';
import { DEVICE_EVENT_TABLE, type DeviceEvent } from '../../entities/device-event.js';
import { DAY_MS, DEVICE_EVENT_DAY_TABLE, type DeviceEventDay } from '../../entities/device-event-day.js';
import { DUE_SEND_TABLE, type DueSend } from '../../entities/due-send.js';
import type { DeviceRef } from '../devices/device-marks.js';
import type { EventReport } from './event-report.js';
import { findListeners } from './find-listeners.js';

/** An event of one device that counts. */
export interface EventOccurrence {
  readonly eventId: number;
  readonly code: string;
  readonly ordinal: number;
  /** Epoch ms at which it happened on the device. */
  readonly occurredAt: number;
  /** It is also counted by day; absent: it is not. */
  readonly isDaily?: boolean;
  /** A run has it as a goal; absent: none has. */
  readonly isGoal?: boolean;
  /** The id that the client gave. */
  readonly uid?: string | null;
  /** Shared by all devices that one report counts for; absent: the report has one device. */
  readonly goalKey?: string | undefined;
  /** JSON for the templates of auto-push; absent: none. */
  readonly data?: string | null;
}

export interface EventsOfDevice extends DeviceRef {
  readonly userId: number;
  readonly events: readonly EventOccurrence[];
  readonly trace?: EventReport['trace'];
}

export interface Recorded {
  /** Epoch ms of the earliest send that they started, or null. */
  readonly earliestDueAt: number | null;
}

const ROWS_PER_STATEMENT = 500;

/**
 * Writes history (events may arrive late and out of order), bits, and one due send per event and listening scheduler,
 * all in one transaction (docs/rules.md#auto-push). A device may occur more than once; all devices are marked as seen
 * now.
 * @param startSends false starts no sends.
 */
export const recordEvents = async (
  tx: Tx,
  database: Database,
  { reports, now, startSends = true }: { reports: readonly EventsOfDevice[]; now: number; startSends?: boolean },
): Promise<Recorded> => {
  await markDevices(tx, database, { reports, now });
  await upsertHistory(tx, database, reports);
  await countByDay(tx, database, reports);
  return startSends ? insertDueSends(tx, { reports, now }) : { earliestDueAt: null };
};

/** Writes one event for new devices, whose rows already have its bit and time. */
export const recordFirstEvents = async (
  tx: Tx,
  { userId, appId, deviceIds, event, now, startSends }: FirstEvents,
): Promise<Recorded> => {
  const { eventId, occurredAt } = event;
  const history = { eventId, appId, count: 1, firstAt: occurredAt, lastAt: occurredAt };
  await insertRows(
    tx,
    DEVICE_EVENT_TABLE,
    deviceIds.map((deviceId) => ({ deviceId, ...history })),
  );
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

const upsertHistory = async (tx: Tx, database: Database, reports: readonly EventsOfDevice[]): Promise<void> => {
  const onClash = database.dialect.upsert(
    ['device_id', 'event_id'],
    (incoming) => `count = device_event.count + ${incoming('count')},
      first_at = CASE WHEN ${incoming('first_at')} < first_at THEN ${incoming('first_at')} ELSE first_at END,
      last_at = CASE WHEN ${incoming('last_at')} > last_at THEN ${incoming('last_at')} ELSE last_at END`,
  );
  await insertRows(tx, DEVICE_EVENT_TABLE, toHistories(reports), onClash);
};

/** The occurrences of one event on one device, summed up; instants in epoch ms. */
interface History extends Pick<DeviceEvent, 'deviceId' | 'eventId' | 'appId' | 'count'> {
  readonly firstAt: number;
  readonly lastAt: number;
}

/** In the order of the key, so that two groups that touch the same rows wait instead of deadlocking. */
const toHistories = (reports: readonly EventsOfDevice[]): History[] => {
  const histories = new Map<string, History>();
  for (const { deviceId, appId, events } of reports) {
    for (const { eventId, occurredAt } of events) {
      const key = `${deviceId} ${eventId}`;
      const { count = 0, firstAt = occurredAt, lastAt = occurredAt } = histories.get(key) ?? {};
      const [first, last] = [Math.min(firstAt, occurredAt), Math.max(lastAt, occurredAt)];
      histories.set(key, { deviceId, eventId, appId, count: count + 1, firstAt: first, lastAt: last });
    }
  }
  return [...histories.values()].sort((a, b) => a.deviceId - b.deviceId || a.eventId - b.eventId);
};

const countByDay = async (tx: Tx, { dialect }: Database, reports: readonly EventsOfDevice[]): Promise<void> => {
  const days = new Map<string, DeviceEventDay>();
  for (const { deviceId, appId, events } of reports) {
    for (const { eventId, occurredAt, isDaily } of events) {
      if (!isDaily) continue;
      const day = Math.floor(occurredAt / DAY_MS);
      const key = `${deviceId} ${eventId} ${day}`;
      days.set(key, { deviceId, eventId, day, appId, count: (days.get(key)?.count ?? 0) + 1 });
    }
  }
  if (days.size === 0) return;
  const rows = [...days.values()].sort((a, b) => a.deviceId - b.deviceId || a.eventId - b.eventId || a.day - b.day);
  const onClash = dialect.upsert(
    ['device_id', 'event_id', 'day'],
    (incoming) => `count = device_event_day.count + ${incoming('count')}`,
  );
  await insertRows(tx, DEVICE_EVENT_DAY_TABLE, rows, onClash);
};

const insertDueSends = async (
  tx: Tx,
  { reports, now }: { reports: readonly EventsOfDevice[]; now: number },
): Promise<Recorded> => {
  const rows: NewDueSend[] = [];
  const places: DuePlace[] = [];
  for (const [userId, group] of groupBy(reports, (report) => report.userId)) {
    const codes = new Set(group.flatMap(({ events }) => events.map(({ code }) => code)));
    const listeners = groupBy(await findListeners(tx, userId, [...codes]), ({ code }) => code);
    for (const { appId, deviceId, events, trace } of group) {
      for (const { code, eventId, data: eventData = null } of events) {
        for (const { schedulerId, delayMs } of listeners.get(code) ?? []) {
          const dueAt = now + delayMs;
          rows.push({ schedulerId, appId, deviceId, eventId, eventData, dueAt, ...UNCLAIMED });
          if (trace) places.push({ schedulerId, deviceId, place: trace });
        }
      }
    }
  }
  await insertRows(tx, DUE_SEND_TABLE, rows);
  if (places.length > 0) await keepDuePlaces(tx, places, now);
  return {
    earliestDueAt: rows.reduce<number | null>((least, { dueAt }) => Math.min(least ?? Infinity, dueAt), null),
  };
};

interface NewDueSend extends Omit<DueSend, 'id' | 'dueAt'> {
  /** Epoch ms. */
  readonly dueAt: number;
}

const UNCLAIMED = { waitsForApp: false, leaseOwner: null, leaseUntil: null } as const;
