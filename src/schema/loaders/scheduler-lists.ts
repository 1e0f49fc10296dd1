import DataLoader from 'dataloader';
import { loadFilters, loadSlots, type SchedulerRecord } from '../../catalogue/scheduler-record.js';
import type { Database } from '../../database/database.js';

export interface SchedulerLists {
  /** Entries as they were written and in that order; external ids are left out, there may be 100,000. */
  readonly filters: SchedulerRecord['filters'];
  readonly slots: readonly { readonly day: number; readonly minute: number }[];
}

/** The lists of schedulers, in two statements for all of them. Only for schedulers that the caller owns. */
export const loadSchedulerLists = (database: Database): DataLoader<number, SchedulerLists> =>
  new DataLoader(async (ids) => {
    const filtersOf = await loadFilters(database, ids, 'external_ids');
    const slotsOf = await loadSlots(database, ids);
    return ids.map((id) => ({ filters: filtersOf(id), slots: slotsOf(id) }));
  });
