import type { Database } from '../../database/database.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Outbox } from '../../entities/outbox.js';
import type { FeedEvent } from './feed-event.js';
import { ResyncRequired } from './resync-required.js';

/** How many runs of a user are followed at once, of so many that are looked through. */
const MAX_OPEN_RUNS = 200;
const MAX_RECENT_RUNS = 1_000;

type EventRow = Pick<RowOf<Outbox>, 'position' | 'type' | 'subject_id' | 'occurred_at'>;

/** Reads what happened to a user, in order. Positions have no gaps, so what is missing was deleted. */
export class OutboxReader {
  constructor(private readonly database: Database) {}

  /** The position of the latest event; 0 if there never was one. */
  async head(userId: number): Promise<number> {
    const sql = 'SELECT position FROM outbox_head WHERE user_id = ?';
    const [row] = await this.database.query<{ position: number }>(sql, [userId]);
    return Number(row?.position ?? 0);
  }

  /** Up to `limit` events after a position. @throws ResyncRequired if the next one is past its retention. */
  async readAfter(userId: number, position: number, limit: number): Promise<FeedEvent[]> {
    const rows = await this.database.query<EventRow>(
      `SELECT position, type, subject_id, occurred_at FROM outbox
       WHERE user_id = ? AND position > ? ORDER BY position LIMIT ${limit}`,
      [userId, position],
    );
    const events = rows.map(toEvent);
    if (events.some((event, index) => event.position !== position + 1 + index)) throw new ResyncRequired();
    return events;
  }

  /** Whether everything after a position is still there. @throws ResyncRequired if not. */
  async check(userId: number, position: number): Promise<void> {
    const head = await this.head(userId);
    if (head === position) return;
    // Ahead of us: the database was restored from an older copy.
    if (head < position) throw new ResyncRequired();
    const next = await this.readAfter(userId, position, 1);
    if (next.length === 0) throw new ResyncRequired();
  }

  /** The user's latest runs that are under way. */
  async openRuns(userId: number): Promise<number[]> {
    const recent = `SELECT id, status FROM run WHERE user_id = ? ORDER BY id DESC LIMIT ${MAX_RECENT_RUNS}`;
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM (${recent}) recent WHERE status IN ('planning', 'running', 'paused') LIMIT ${MAX_OPEN_RUNS}`,
      [userId],
    );
    return rows.map((row) => Number(row.id));
  }
}

const toEvent = (row: EventRow): FeedEvent => ({
  type: row.type,
  subjectId: Number(row.subject_id),
  occurredAt: new Date(Number(row.occurred_at)),
  position: Number(row.position),
});
