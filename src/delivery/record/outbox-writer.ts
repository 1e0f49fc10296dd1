import { chunk, groupBy } from '../../collections.js';
import { noteOutbox, type OutboxNote } from '../../database/commit-notes.js';
import { dialectOf, execute, placeholders, select, type Tx } from '../../database/database.js';
import type { OutboxType } from '../../entities/outbox.js';

const ROWS_PER_INSERT = 1_000;

interface Happening {
  readonly userId: number;
  readonly payload: Record<string, unknown>;
  /** For the log alone. */
  readonly logged?: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
}

/** What subscribers can hear about. The type is `noun.verb` in the past tense. */
export type OutboxEvent =
  | (Happening & { readonly type: OutboxType & `run.${string}`; readonly runId: number })
  | (Happening & { readonly type: OutboxType & `app.${string}`; readonly appId: number })
  | (Happening & { readonly type: OutboxType & `device.${string}`; readonly deviceId: number });

/**
 * Written in the transaction that makes it true, so that no subscriber hears of what did not happen. Holds the lock of
 * the owner's positions until the commit, so it comes late in a transaction.
 */
export const appendToOutbox = async (tx: Tx, events: readonly OutboxEvent[]): Promise<void> => {
  const ofOwners = [...groupBy(events, (event) => event.userId)].toSorted(([a], [b]) => a - b);
  for (const [userId, happened] of ofOwners) await appendFor(tx, userId, happened);
};

const appendFor = async (tx: Tx, userId: number, events: readonly OutboxEvent[]): Promise<void> => {
  const first = (await takePositions(tx, userId, events.length)) + 1;
  const rows = events.map((event, index) => [
    userId,
    first + index,
    event.type,
    subjectOf(event),
    JSON.stringify(event.payload),
    event.occurredAt.getTime(),
  ]);
  const columns = 'user_id, position, type, subject_id, payload, occurred_at';
  for (const part of chunk(rows, ROWS_PER_INSERT)) {
    await execute(tx, `INSERT INTO outbox (${columns}) VALUES ${placeholders(part.length, 6)}`, part.flat());
  }
  noteOutbox(tx, userId, events.filter(({ type }) => type.startsWith('run.')).map(toNote));
};

const toNote = (event: OutboxEvent): OutboxNote => ({
  type: event.type,
  details: { run_id: subjectOf(event), ...event.payload, ...event.logged },
});

const subjectOf = (event: OutboxEvent): number => {
  if ('runId' in event) return event.runId;
  return 'appId' in event ? event.appId : event.deviceId;
};

/** The last position before those that are taken. Others of this owner wait here until this transaction ends. */
const takePositions = async (tx: Tx, userId: number, count: number): Promise<number> => {
  const sql = 'INSERT INTO outbox_head (user_id, position) VALUES (?, ?)';
  const add = dialectOf(tx).upsert(
    ['user_id'],
    (incoming) => `position = outbox_head.position + ${incoming('position')}`,
  );
  await execute(tx, `${sql} ${add}`, [userId, count]);
  const [head] = await select<{ position: number }>(tx, 'SELECT position FROM outbox_head WHERE user_id = ?', [userId]);
  return Number(head?.position) - count;
};
