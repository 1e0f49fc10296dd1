import { toWords } from '../audience/mark-condition.js';
import { type Database, execute, placeholders, type Tx } from '../database/database.js';
import { parseDelay } from '../schedule/delay.js';
import type { DeviceRef } from './device-marks.js';

/** An event that counts, of one device. */
export interface EventOccurrence {
  readonly eventId: number;
  readonly code: string;
  readonly ordinal: number;
  /** Epoch ms at which it happened on the device. */
  readonly occurredAt: number;
}

/**
 * History (events may come late and out of order), bits, and one due send per listening scheduler: all in the
 * transaction of the event (decision 18).
 */
export const recordEvents = async (
  tx: Tx,
  database: Database,
  {
    device,
    userId,
    events,
    now,
  }: { device: DeviceRef; userId: number; events: readonly EventOccurrence[]; now: number },
): Promise<{ earliestDueAt: number | null }> => {
  if (events.length === 0) return { earliestDueAt: null };
  await upsertHistory(tx, database, device, events);
  await setBits(tx, device, events);
  return insertDueSends(tx, { device, userId, events, now });
};

const upsertHistory = async (
  tx: Tx,
  database: Database,
  { appId, deviceId }: DeviceRef,
  events: readonly EventOccurrence[],
): Promise<void> => {
  for (const { eventId, occurredAt } of events) {
    const onClash = database.dialect.upsert(
      ['device_id', 'event_id'],
      (incoming) => `count = device_event.count + 1,
        first_at = CASE WHEN ${incoming('first_at')} < first_at THEN ${incoming('first_at')} ELSE first_at END,
        last_at = CASE WHEN ${incoming('last_at')} > last_at THEN ${incoming('last_at')} ELSE last_at END`,
    );
    await execute(
      tx,
      `INSERT INTO device_event (device_id, event_id, app_id, count, first_at, last_at) VALUES (?, ?, ?, 1, ?, ?) ${onClash}`,
      [deviceId, eventId, appId, occurredAt, occurredAt],
    );
  }
};

const setBits = async (tx: Tx, { appId, deviceId }: DeviceRef, events: readonly EventOccurrence[]): Promise<void> => {
  const words = toWords(events.map((event) => event.ordinal)).flatMap((word, index) =>
    word === 0n ? [] : [`event_w${index} = event_w${index} | ${word}`],
  );
  await execute(tx, `UPDATE device SET ${words.join(', ')} WHERE app_id = ? AND id = ?`, [appId, deviceId]);
};

const insertDueSends = async (
  tx: Tx,
  {
    device,
    userId,
    events,
    now,
  }: { device: DeviceRef; userId: number; events: readonly EventOccurrence[]; now: number },
): Promise<{ earliestDueAt: number | null }> => {
  const listeners = await findListeners(
    tx,
    userId,
    events.map((event) => event.code),
  );
  const rows = events.flatMap(({ eventId, code }) =>
    listeners
      .filter((listener) => listener.code === code)
      .map(({ schedulerId, delayMs }) => [schedulerId, device.appId, device.deviceId, eventId, now + delayMs]),
  );
  if (rows.length === 0) return { earliestDueAt: null };
  const columns = 'scheduler_id, app_id, device_id, event_id, due_at';
  await execute(tx, `INSERT INTO due_send (${columns}) VALUES ${placeholders(rows.length, 5)}`, rows.flat());
  return { earliestDueAt: Math.min(...rows.map((row) => row[4] ?? now)) };
};

interface Listener {
  readonly schedulerId: number;
  readonly code: string;
  readonly delayMs: number;
}

/** Active auto-push schedulers whose `event_include` has one of these codes; without one it means `install`. */
const findListeners = async (tx: Tx, userId: number, codes: readonly string[]): Promise<Listener[]> => {
  const wanted = [...new Set(codes)];
  const marks = wanted.map(() => '?').join(', ');
  const active = "s.user_id = ? AND s.kind = 'conversion' AND s.active = 1";
  const named = `SELECT s.id, s.delay, f.value AS code FROM scheduler s
    JOIN scheduler_filter f ON f.scheduler_id = s.id AND f.field = 'event_include'
    WHERE ${active} AND f.value IN (${marks})`;
  const byDefault = `SELECT s.id, s.delay, 'install' AS code FROM scheduler s WHERE ${active}
    AND NOT EXISTS (SELECT 1 FROM scheduler_filter f WHERE f.scheduler_id = s.id AND f.field = 'event_include')`;
  const rows: { id: number; delay: string | null; code: string }[] = await tx.query(named, [userId, ...wanted]);
  const defaults: typeof rows = wanted.includes('install') ? await tx.query(byDefault, [userId]) : [];
  return [...rows, ...defaults].map(({ id, delay, code }) => ({
    schedulerId: Number(id),
    code,
    delayMs: parseDelay(delay ?? '') ?? 0,
  }));
};
