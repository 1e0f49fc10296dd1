import type { Database } from '../../database/database.js';

/** The events that a sink has not acknowledged. */
export interface SinkLag {
  /** Rows of the event log. A row has an event, or the messages of a checkpoint. */
  readonly rows: number;
  /** The age of the oldest row; 0: the sink has everything. */
  readonly seconds: number;
}

/** Reads the lag of a sink over all accounts. @param now milliseconds since 1970 */
export const readSinkLag = async (database: Database, sink: string, now: number): Promise<SinkLag> => {
  const [row] = await database.query<{ behind: number | null; oldest: number | null }>(
    `SELECT SUM(h.position - e.position) AS behind, MIN(o.occurred_at) AS oldest
     FROM event_reader e JOIN outbox_head h ON h.user_id = e.user_id
     LEFT JOIN outbox o ON o.user_id = e.user_id AND o.position = e.position + 1
     WHERE e.reader = ? AND h.position > e.position`,
    [sink],
  );
  const oldest = row?.oldest ?? null;
  return {
    rows: Number(row?.behind ?? 0),
    seconds: oldest === null ? 0 : Math.max(0, (now - Number(oldest)) / 1_000),
  };
};
