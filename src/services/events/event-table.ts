import { groupBy } from '../../collections.js';
import { select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { RowOf } from '../../entities/column-types.js';
import type { CustomEvent } from '../../entities/custom-event.js';
import type { EventReport } from './event-report.js';

export interface KnownEvent {
  readonly id: number;
  readonly ordinal: number;
  /** 0 inactive, 1 active. */
  readonly status: number;
  readonly isInstall: boolean;
  /** A segment counts it within a window, so it is also counted by day. */
  readonly isDaily: boolean;
  /** A run has it as a goal. */
  readonly isGoal: boolean;
}

type EventRow = Pick<RowOf<CustomEvent>, 'id' | 'code' | 'ordinal' | 'status' | 'user_id'> & {
  readonly is_daily: number;
  readonly is_goal: number;
};

/** The events that users' devices may report, by code. */
export class EventTable {
  private readonly events = new Map<string, KnownEvent>();

  add(userId: number, row: EventRow): void {
    const isInstall = row.user_id === null && row.code === 'install';
    this.events.set(`${userId} ${row.code}`, {
      id: Number(row.id),
      ordinal: row.ordinal,
      status: row.status,
      isInstall,
      isDaily: Boolean(Number(row.is_daily)),
      isGoal: Boolean(Number(row.is_goal)),
    });
  }

  find(userId: number, code: string): KnownEvent | null {
    return this.events.get(`${userId} ${code}`) ?? null;
  }
}

/** Reads the events that reports name, one statement per user: the user's own and the system's. */
export const loadEvents = async (tx: Tx, reports: readonly EventReport[]): Promise<EventTable> => {
  const table = new EventTable();
  for (const [userId, group] of groupBy(reports, (report) => report.userId)) {
    // Skips the lookup of impossible codes, because MySQL does not compare non-ASCII letters with the code column.
    const codes = new Set(group.flatMap(({ inputs }) => inputs.map(({ code }) => code)).filter(isCode));
    const rows = await select<EventRow>(
      tx,
      `SELECT id, code, ordinal, status, user_id, EXISTS (SELECT 1 FROM segment_reference r
         WHERE r.user_id = ? AND r.kind = 'daily' AND r.target_id = custom_event.id) AS is_daily,
         EXISTS (SELECT 1 FROM goal_watch g WHERE g.user_id = ? AND g.code = custom_event.code) AS is_goal
       FROM custom_event
       WHERE code IN ${inList([...codes])} AND (user_id = ? OR user_id IS NULL)`,
      [userId, userId, ...codes, userId],
    );
    for (const row of rows) table.add(userId, row);
  }
  return table;
};

const isCode = (text: string): boolean => /^\w{1,64}$/.test(text);
