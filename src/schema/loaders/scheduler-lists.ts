import DataLoader from 'dataloader';
import type { FilterField } from '../../audience/filters/index.js';
import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';

export interface SchedulerLists {
  /** Entries as they were written and in that order; external ids are left out, there may be 100,000. */
  readonly filters: { readonly [field in FilterField]?: readonly string[] };
  readonly slots: readonly { readonly day: number; readonly minute: number }[];
}

interface FilterRow {
  readonly scheduler_id: number;
  readonly field: FilterField;
  readonly value: string;
}

interface SlotRow {
  readonly scheduler_id: number;
  readonly day: number;
  readonly minute: number;
}

/** The lists of schedulers, in two statements for all of them. Only for schedulers that the caller owns. */
export const loadSchedulerLists = (database: Database): DataLoader<number, SchedulerLists> =>
  new DataLoader(async (ids) => {
    const marks = ids.map(() => '?').join(', ');
    const filters = await database.query<FilterRow>(
      `SELECT scheduler_id, field, value FROM scheduler_filter
       WHERE scheduler_id IN (${marks}) AND field <> 'external_ids' ORDER BY position`,
      ids,
    );
    const slots = await database.query<SlotRow>(
      `SELECT scheduler_id, day, minute FROM scheduler_slot WHERE scheduler_id IN (${marks}) ORDER BY day, minute`,
      ids,
    );
    const filtersOf = groupBy(filters, (row) => Number(row.scheduler_id));
    const slotsOf = groupBy(slots, (row) => Number(row.scheduler_id));
    return ids.map((id) => ({ filters: toLists(filtersOf.get(id) ?? []), slots: slotsOf.get(id) ?? [] }));
  });

const toLists = (rows: readonly FilterRow[]): SchedulerLists['filters'] =>
  Object.fromEntries(
    [...groupBy(rows, (row) => row.field)].map(([field, entries]) => [field, entries.map((entry) => entry.value)]),
  );
