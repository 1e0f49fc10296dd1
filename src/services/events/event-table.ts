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
}

type EventRow = Pick<RowOf<CustomEvent>, 'id' | 'code' | 'ordinal' | 'status' | 'user_id'>;

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
    });
  }

  find(userId: number, code: string): KnownEvent | null {
    return this.events.get(`${userId} ${code}`) ?? null;
  }
}

/** The events that reports name, one statement per user: their own and those of the system. */
export const loadEvents = async (tx: Tx, reports: readonly EventReport[]): Promise<EventTable> => {
  const table = new EventTable();
  for (const [userId, group] of groupBy(reports, (report) => report.userId)) {
    // What cannot be a code is not looked up: MySQL does not compare letters beyond ASCII with the column of codes.
    const codes = new Set(group.flatMap(({ inputs }) => inputs.map(({ code }) => code)).filter(isCode));
    const rows = await select<EventRow>(
      tx,
      `SELECT id, code, ordinal, status, user_id FROM custom_event
       WHERE code IN ${inList([...codes])} AND (user_id = ? OR user_id IS NULL)`,
      [...codes, userId],
    );
    for (const row of rows) table.add(userId, row);
  }
  return table;
};

const isCode = (text: string): boolean => /^\w{1,64}$/.test(text);
