import type { Database } from '../../database/database.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Outbox } from '../../entities/outbox.js';
import type { FeedEvent } from './feed-event.js';
import { ResyncRequired } from './resync-required.js';

/** How many current runs of a user to follow, and how many runs to search for them. */
const MAX_OPEN_RUNS = 200;
const MAX_RECENT_RUNS = 1_000;

type EventRow = Pick<RowOf<Outbox>, 'position' | 'type' | 'subject_id' | 'occurred_at'>;

/** Reads a user's events in order. Positions have no gaps, so a missing one was deleted. */
export class OutboxReader {
  constructor(private readonly database: Database) {}

  /** The position of the latest event; 0 if there never was one. */
  async head(userId: number): Promise<number> {
    const sql = 'SELECT position FROM outbox_head WHERE user_id = ?';
    const [row] = await this.database.query<{ position: number }>(sql, [userId]);
    return Number(row?.position ?? 0);
  }

  /** Returns up to `limit` events after a position. @throws ResyncRequired if the next one was deleted. */
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

  /** Checks that everything after a position still exists. @throws ResyncRequired if not. */
  async check(userId: number, position: number): Promise<void> {
    const head = await this.head(userId);
    if (head === position) return;
    // The position is in the future: the database was restored from an older copy.
    if (head < position) throw new ResyncRequired();
    const next = await this.readAfter(userId, position, 1);
    if (next.length === 0) throw new ResyncRequired();
  }

  /** Reads the user's latest current runs. */
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
