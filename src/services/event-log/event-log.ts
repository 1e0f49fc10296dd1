import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { ResyncRequired } from '../pubsub/resync-required.js';
import type { EventCursor, EventPage } from './account-event.js';
import { completeEvents } from './complete-events.js';
import type { EventType } from './event-types/index.js';
import { expandRow, mayHold, type OutboxEntry, type StoredEvent } from './expand-row.js';

export interface PageWish {
  /** The largest number of events. */
  readonly limit: number;
  /** null or absent: every type. */
  readonly types?: ReadonlySet<EventType> | null;
}

/** How many rows one page finds at most, and how many it expands at once. */
const ROWS_PER_PAGE = 500;
const ROWS_AT_ONCE = 10;
/** A page looks for this many rows first. A row of a run has up to 2,000 events, so two rows usually fill the page. */
const FIRST_ROWS = 2;

/** Reads the events of accounts in the order of their commits (docs/decisions/outbox-order.md). */
export class EventLog {
  constructor(private readonly database: Database) {}

  /** After the latest event. */
  async head(userId: number): Promise<EventCursor> {
    const sql = 'SELECT position FROM outbox_head WHERE user_id = ?';
    const [row] = await this.database.query<{ position: number }>(sql, [userId]);
    return { position: Number(row?.position ?? 0), entry: 0 };
  }

  /** Before the oldest event after a position that is kept; after the latest event if no such event is kept. */
  async oldest(userId: number, after = 0): Promise<EventCursor> {
    const sql = 'SELECT MIN(position) AS position FROM outbox WHERE user_id = ? AND position > ?';
    const [row] = await this.database.query<{ position: number | null }>(sql, [userId, after]);
    const position = row?.position ?? null;
    return position === null ? this.head(userId) : { position: Number(position) - 1, entry: 0 };
  }

  /** @throws ResyncRequired if the next event was deleted, or the database was restored from an older copy. */
  async readAfter(userId: number, cursor: EventCursor, wish: PageWish): Promise<EventPage> {
    const page = new Page(userId, cursor, wish);
    let isLast = false;
    for (const limit of [FIRST_ROWS, ROWS_PER_PAGE - FIRST_ROWS]) {
      const rows = await this.findRows(userId, page.cursor, limit);
      if (rows.length === 0 && limit === FIRST_ROWS) await this.checkEnd(userId, cursor);
      await this.fill(page, rows);
      isLast = rows.length < limit && page.hasAll(rows);
      if (isLast || page.isFull) break;
    }
    return { events: await completeEvents(this.database, page.events), cursor: page.cursor, isLast };
  }

  /** The next rows until a gap. The next page finds the gap. */
  private async findRows(userId: number, { position }: EventCursor, limit: number): Promise<RowHead[]> {
    const found = await this.database.query<RowHead>(
      `SELECT position, type FROM outbox WHERE user_id = ? AND position > ? ORDER BY position LIMIT ${limit}`,
      [userId, position],
    );
    const rows = found.map((row) => ({ position: Number(row.position), type: row.type }));
    const gap = rows.findIndex((row, index) => row.position !== position + 1 + index);
    return gap === -1 ? rows : rows.slice(0, gap);
  }

  /** @throws ResyncRequired unless the log ends at the cursor, or had no further row a moment ago. */
  private async checkEnd(userId: number, { position, entry }: EventCursor): Promise<void> {
    const head = await this.head(userId);
    // A row that came between the two statements is read the next time.
    const isThere = head.position === position || (await this.isKept(userId, position + 1));
    if (entry > 0 || head.position < position || !isThere) throw new ResyncRequired();
  }

  private async isKept(userId: number, position: number): Promise<boolean> {
    const sql = 'SELECT position FROM outbox WHERE user_id = ? AND position = ?';
    return (await this.database.query(sql, [userId, position])).length > 0;
  }

  private async fill(page: Page, rows: readonly RowHead[]): Promise<void> {
    const wanted = rows.filter(({ type }) => page.mayHold(type));
    for (const part of chunk(wanted, ROWS_AT_ONCE)) {
      for (const row of await this.open(page.userId, part)) page.add(row);
      if (page.isFull) return;
    }
    page.skipTo(rows.at(-1)?.position);
  }

  /** @throws ResyncRequired if retention deleted one of the rows since. */
  private async open(userId: number, rows: readonly RowHead[]): Promise<OutboxEntry[]> {
    const positions = rows.map(({ position }) => position);
    const found = await this.database.query<OutboxEntry>(
      `SELECT position, type, subject_id, payload, occurred_at, entries FROM outbox
       WHERE user_id = ? AND position IN ${inList(positions)} ORDER BY position`,
      [userId, ...positions],
    );
    if (found.length !== rows.length) throw new ResyncRequired();
    return found;
  }
}

interface RowHead {
  readonly position: number;
  readonly type: string;
}

/** Collects events until the limit, and knows where to continue. */
class Page {
  readonly events: StoredEvent[] = [];

  constructor(
    readonly userId: number,
    public cursor: EventCursor,
    private readonly wish: PageWish,
  ) {}

  get isFull(): boolean {
    return this.events.length >= this.wish.limit;
  }

  mayHold(rowType: string): boolean {
    return mayHold(rowType, this.wish.types ?? null);
  }

  hasAll(rows: readonly RowHead[]): boolean {
    const last = rows.at(-1);
    return last === undefined || this.cursor.position === last.position;
  }

  add(row: OutboxEntry): void {
    if (this.isFull) return;
    const position = Number(row.position);
    const from = position === this.cursor.position + 1 ? this.cursor.entry : 0;
    const limit = this.wish.limit - this.events.length;
    const found = expandRow(row, this.userId, { from, limit, types: this.wish.types ?? null });
    for (const event of found) this.events.push(event);
    const last = found.at(-1);
    const isWhole = !this.isFull || !last || last.isLastOfRow;
    this.cursor = isWhole ? { position, entry: 0 } : { position: position - 1, entry: last.entry + 1 };
  }

  skipTo(position: number | undefined): void {
    if (position !== undefined && !this.isFull) this.cursor = { position, entry: 0 };
  }
}
