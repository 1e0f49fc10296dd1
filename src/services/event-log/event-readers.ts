import { type Database, dialectOf, execute, type Tx } from '../../database/database.js';
import { insertRow } from '../../database/write-rows.js';
import { EVENT_READER_TABLE } from '../../entities/event-reader.js';
import type { EventCursor } from './account-event.js';

/** A consumer of the events of one account. */
export interface ReaderRef {
  readonly reader: string;
  readonly userId: number;
}

/** A consumer whose lease this process has. */
export interface ClaimedReader extends ReaderRef {
  readonly cursor: EventCursor;
  /** How often in a row a delivery has failed. */
  readonly failures: number;
}

const NEW_READER = { leaseOwner: null, leaseUntil: null, failures: 0, dueAt: new Date(0) } as const;
const READERS_PER_LOOK = 50;
/** No living process renews a lease further ahead than this many of ours. A later end predates a change of the clock. */
const LEASES_AHEAD = 10;

/** Begins to follow an account from a cursor. A known consumer keeps its own. */
export const addReader = async (tx: Tx, { reader, userId }: ReaderRef, cursor: EventCursor): Promise<void> => {
  await insertRow(tx, EVENT_READER_TABLE, { reader, userId, ...cursor, ...NEW_READER }, 'ignore');
};

/** Makes the reader follow every account, from the account's oldest event on. */
export const addAllAccounts = async (database: Database, reader: string): Promise<void> => {
  const missing = `SELECT h.user_id FROM outbox_head h LEFT JOIN event_reader e ON e.reader = ? AND e.user_id = h.user_id
    WHERE e.user_id IS NULL`;
  if ((await database.query(`${missing} LIMIT 1`, [reader])).length === 0) return;
  await database.tx((tx) =>
    execute(
      tx,
      `${dialectOf(tx).insertIgnore} event_reader (reader, user_id, position, entry, failures, due_at)
       SELECT ?, m.user_id, 0, 0, 0, 0 FROM (${missing}) m`,
      [reader, reader],
    ),
  );
};

interface ReaderRow {
  readonly reader: string;
  readonly user_id: number;
  readonly position: number;
  readonly entry: number;
  readonly failures: number;
}

/** The leases of one process on the consumers of one family: `name` itself, and `name:` with any ending. */
export class EventReaders {
  constructor(
    private readonly parts: {
      readonly database: Database;
      readonly now: () => number;
      readonly family: string;
      readonly owner: string;
      readonly leaseMs: number;
    },
  ) {}

  /** Finds consumers that have something to read and no living process, with one statement for all accounts. */
  async findBehind(except: readonly ReaderRef[]): Promise<ClaimedReader[]> {
    const { database, family, leaseMs, now } = this.parts;
    const at = now();
    // A busy consumer is skipped here and not in the statement, which would grow with their number.
    const rows = await database.query<ReaderRow>(
      `SELECT e.reader, e.user_id, e.position, e.entry, e.failures FROM event_reader e
       JOIN outbox_head h ON h.user_id = e.user_id
       WHERE (e.reader = ? OR (e.reader >= ? AND e.reader < ?)) AND h.position <> e.position AND e.due_at <= ?
         AND (e.lease_until IS NULL OR e.lease_until < ? OR e.lease_until > ?)
       ORDER BY e.due_at, e.position - h.position LIMIT ${READERS_PER_LOOK + except.length}`,
      [family, `${family}:`, `${family};`, at, at, at + LEASES_AHEAD * leaseMs],
    );
    const busy = new Set(except.map(keyOf));
    return rows.map(toClaimed).filter((reader) => !busy.has(keyOf(reader)));
  }

  /** Returns false if another process was faster. */
  async claim({ reader, userId, cursor }: ClaimedReader): Promise<boolean> {
    const { owner, leaseMs, now } = this.parts;
    const at = now();
    return this.change(
      `lease_owner = ?, lease_until = ? WHERE reader = ? AND user_id = ? AND position = ? AND entry = ?
       AND (lease_until IS NULL OR lease_until < ? OR lease_until > ?)`,
      [owner, at + leaseMs, reader, userId, cursor.position, cursor.entry, at, at + LEASES_AHEAD * leaseMs],
    );
  }

  /** Moves the cursor after a delivery, and renews the lease. Returns false if the lease was lost. */
  advance(ref: ReaderRef, { position, entry }: EventCursor): Promise<boolean> {
    return this.changeOwn(ref, 'position = ?, entry = ?, failures = 0, lease_until = ?', [
      ...[position, entry],
      this.parts.now() + this.parts.leaseMs,
    ]);
  }

  renew(ref: ReaderRef): Promise<boolean> {
    return this.changeOwn(ref, 'lease_until = ?', [this.parts.now() + this.parts.leaseMs]);
  }

  release(ref: ReaderRef): Promise<boolean> {
    return this.changeOwn(ref, 'lease_owner = NULL, lease_until = NULL, due_at = ?', [this.parts.now()]);
  }

  /** Gives the consumer back until `waitMs` have passed. */
  postpone(ref: ReaderRef, waitMs: number): Promise<boolean> {
    return this.changeOwn(ref, 'lease_owner = NULL, lease_until = NULL, failures = failures + 1, due_at = ?', [
      this.parts.now() + waitMs,
    ]);
  }

  private changeOwn({ reader, userId }: ReaderRef, set: string, values: readonly number[]): Promise<boolean> {
    const where = 'reader = ? AND user_id = ? AND lease_owner = ?';
    return this.change(`${set} WHERE ${where}`, [...values, reader, userId, this.parts.owner]);
  }

  private async change(sql: string, values: readonly unknown[]): Promise<boolean> {
    const { affected } = await this.parts.database.tx((tx) => execute(tx, `UPDATE event_reader SET ${sql}`, values));
    return affected === 1;
  }
}

export const keyOf = ({ reader, userId }: ReaderRef): string => `${reader} ${userId}`;

const toClaimed = (row: ReaderRow): ClaimedReader => ({
  reader: row.reader,
  userId: Number(row.user_id),
  cursor: { position: Number(row.position), entry: Number(row.entry) },
  failures: Number(row.failures),
});
