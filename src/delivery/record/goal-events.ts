import { hash, randomBytes } from 'node:crypto';
import { subjectHash } from '../../crypto/subject-hash.js';
import { select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRows } from '../../database/write-rows.js';
import { GOAL_EVENT_TABLE, type GoalEvent } from '../../entities/goal-event.js';
import { GOAL_SETTLE_MS } from '../../ports/goals.js';

/** An opt-out within this time after a message is counted for its run. */
export const OPT_OUT_WINDOW_MS = 86_400_000;
/** Providers report a dead token only with a later message. */
export const RETIREMENT_WINDOW_MS = 7 * 86_400_000;

export interface NewGoalEvent extends Omit<GoalEvent, 'id' | 'eventKey' | 'occurredAt' | 'dueAt'> {
  /** The id that the client gave; absent: none. */
  readonly uid?: string | null;
  /** Epoch ms. */
  readonly occurredAt: number;
}

/** Keeps events for goals until they are settled. An id that waits already is skipped. */
export const addGoalEvents = async (tx: Tx, events: readonly NewGoalEvent[], now: number): Promise<void> => {
  const rows = events.map(({ uid, ...event }) => ({
    ...event,
    eventKey: uid ? keyOfId(event.code ?? '', uid) : randomBytes(16).toString('base64url'),
    dueAt: now + GOAL_SETTLE_MS,
  }));
  const order = ({ userId, subject, eventKey }: (typeof rows)[number]) => `${userId} ${subject} ${eventKey}`;
  // In the order of the key, so that two groups with the same events wait instead of deadlocking.
  rows.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  await insertRows(tx, GOAL_EVENT_TABLE, rows, 'ignore');
};

const keyOfId = (code: string, uid: string): string => hash('sha256', `${code}\0${uid}`, 'base64url').slice(0, 22);

interface Retired {
  readonly userId: number;
  readonly appId: number;
  readonly deviceIds: readonly number[];
  /** Epoch ms. */
  readonly now: number;
}

/** Keeps retirements of devices that lately got a message whose results are compared. */
export const addRetirements = async (tx: Tx, { userId, appId, deviceIds, now }: Retired): Promise<void> => {
  const rows = await select<{ device_id: number; subject: string }>(
    tx,
    `SELECT device_id, MAX(subject) AS subject FROM device_send WHERE app_id = ? AND device_id IN ${inList(deviceIds)}
     AND sent_at > ? AND subject IS NOT NULL GROUP BY device_id`,
    [appId, ...deviceIds, now - RETIREMENT_WINDOW_MS],
  );
  if (rows.length === 0) return;
  const events = rows.map(({ device_id, subject }) => ({
    ...({ userId, subject, kind: 'retired', appId, code: null, data: null, occurredAt: now } as const),
    deviceId: Number(device_id),
  }));
  await addGoalEvents(tx, events, now);
};

interface OptOut {
  readonly userId: number;
  /** The external id; null: a device without a user chose. */
  readonly user: string | null;
  /** The id of the device; null: it is not known. */
  readonly device: string | null;
  /** Epoch ms. */
  readonly now: number;
}

/** Keeps an opt-out of a subject that lately got a message whose results are compared. */
export const addOptOut = async (tx: Tx, { userId, user, device, now }: OptOut): Promise<void> => {
  const deviceId = Number(device ?? 0);
  const subject = subjectHash(userId, user === null ? { device: deviceId } : { user });
  const sql = 'SELECT 1 AS found FROM device_send WHERE subject = ? AND sent_at > ? LIMIT 1';
  if ((await select(tx, sql, [subject, now - OPT_OUT_WINDOW_MS])).length === 0) return;
  const event = { userId, subject, kind: 'opted_out', appId: 0, deviceId, code: null, data: null } as const;
  await addGoalEvents(tx, [{ ...event, occurredAt: now }], now);
};
