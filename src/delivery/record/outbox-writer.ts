import { groupBy } from '../../collections.js';
import { noteOutbox, type OutboxNote } from '../../database/commit-notes.js';
import { dialectOf, execute, select, type Tx } from '../../database/database.js';
import { insertRows } from '../../database/write-rows.js';
import { OUTBOX_TABLE, type Outbox, type OutboxType } from '../../entities/outbox.js';

interface Happening {
  readonly userId: number;
  readonly payload: Record<string, unknown>;
  /** Details for the log only; subscribers do not get them. */
  readonly logged?: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
}

/** An event for subscribers. Its type is `noun.verb` in the past tense. */
export type OutboxEvent =
  | (Happening & { readonly type: OutboxType & `run.${string}`; readonly runId: number })
  | (Happening & { readonly type: OutboxType & `app.${string}`; readonly appId: number })
  | (Happening & { readonly type: OutboxType & `device.${string}`; readonly deviceId: number });

/**
 * Writes events in the transaction that they describe, so a rolled-back change is never announced. Locks the owner's
 * positions until the commit, so call it late in a transaction.
 */
export const appendToOutbox = async (tx: Tx, events: readonly OutboxEvent[]): Promise<void> => {
  const ofOwners = [...groupBy(events, (event) => event.userId)].toSorted(([a], [b]) => a - b);
  for (const [userId, happened] of ofOwners) await appendFor(tx, userId, happened);
};

const appendFor = async (tx: Tx, userId: number, events: readonly OutboxEvent[]): Promise<void> => {
  await appendRows(
    tx,
    userId,
    events.map((event) => ({ ...event, subjectId: subjectOf(event), entries: null })),
  );
  noteOutbox(tx, userId, events.filter(({ type }) => type.startsWith('run.')).map(toNote));
};

/** A row of an account's outbox before it has its position. */
export type OutboxRow = Omit<Outbox, 'userId' | 'position'>;

/** Gives the rows the next positions of the account, which nobody else can take until the commit. */
export const appendRows = async (tx: Tx, userId: number, rows: readonly OutboxRow[]): Promise<void> => {
  if (rows.length === 0) return;
  const first = (await takePositions(tx, userId, rows.length)) + 1;
  await insertRows(
    tx,
    OUTBOX_TABLE,
    rows.map(({ type, subjectId, payload, occurredAt, entries }, index) => {
      const position = first + index;
      return { userId, position, type, subjectId, payload, occurredAt, entries };
    }),
  );
  noteOutbox(tx, userId, []);
};

const toNote = (event: OutboxEvent): OutboxNote => ({
  type: event.type,
  details: { run_id: subjectOf(event), ...event.payload, ...event.logged },
});

const subjectOf = (event: OutboxEvent): number => {
  if ('runId' in event) return event.runId;
  return 'appId' in event ? event.appId : event.deviceId;
};

/** Reserves positions and returns the one before them. Blocks other writers of this owner until the commit. */
const takePositions = async (tx: Tx, userId: number, count: number): Promise<number> => {
  if (dialectOf(tx).name === 'mysql') {
    // Every checkpoint runs this. MySQL returns the new position without a second statement.
    const sql = `INSERT INTO outbox_head (user_id, position) VALUES (?, LAST_INSERT_ID(?))
      ON DUPLICATE KEY UPDATE position = LAST_INSERT_ID(position + ?)`;
    return (await execute(tx, sql, [userId, count, count])).insertId - count;
  }
  const sql = `INSERT INTO outbox_head (user_id, position) VALUES (?, ?)
    ON CONFLICT (user_id) DO UPDATE SET position = position + excluded.position`;
  await execute(tx, sql, [userId, count]);
  const [head] = await select<{ position: number }>(tx, 'SELECT position FROM outbox_head WHERE user_id = ?', [userId]);
  return Number(head?.position) - count;
};
