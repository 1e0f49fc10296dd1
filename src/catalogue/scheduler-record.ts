import type { FilterField } from '../audience/filters/index.js';
import { groupBy } from '../collections.js';
import { inList } from '../database/in-list.js';
import type { RowOf } from '../entities/column-types.js';
import type { Scheduler } from '../entities/scheduler.js';
import type { SchedulerFilter } from '../entities/scheduler-filter.js';
import type { SchedulerSlot } from '../entities/scheduler-slot.js';
import { AppError } from '../errors.js';
import type { Timing } from '../schedule/timing.js';
import { readTiming } from './scheduler-timing.js';

/** A scheduler with its lists, as get and list show it. */
export interface SchedulerRecord {
  readonly scheduler: Scheduler;
  /** Values as the user wrote them, in the same order. A field without entries is absent. */
  readonly filters: { readonly [field in FilterField]?: readonly string[] };
  readonly timing: Timing;
}

/** The database, or the transaction whose own writes must be visible. */
export interface SqlSource {
  query<Row>(sql: string, parameters: unknown[]): Promise<Row[]>;
}

export const loadRecord = async (source: SqlSource, scheduler: Scheduler): Promise<SchedulerRecord> => {
  const [record] = await loadRecords(source, [scheduler]);
  if (!record) throw new AppError('INTERNAL', 'One scheduler makes one record.');
  return record;
};

/** Loads the lists of schedulers in two statements; the second runs only for weekly schedulers. */
export const loadRecords = async (source: SqlSource, schedulers: readonly Scheduler[]): Promise<SchedulerRecord[]> => {
  const weekly = schedulers.filter((scheduler) => scheduler.kind === 'weekly');
  const filtersOf = await loadFilters(source, idsOf(schedulers));
  const slotsOf = await loadSlots(source, idsOf(weekly));
  return schedulers.map((scheduler) => ({
    scheduler,
    filters: filtersOf(scheduler.id),
    timing: readTiming(scheduler, slotsOf(scheduler.id)),
  }));
};

const idsOf = (schedulers: readonly Scheduler[]): number[] => schedulers.map(({ id }) => id);

type FilterRow = Pick<RowOf<SchedulerFilter>, 'scheduler_id' | 'value'> & { readonly field: FilterField };
type SlotRow = RowOf<SchedulerSlot>;

/** Loads filter lists by scheduler id. @param except a list to skip because it may be long. */
export const loadFilters = async (
  source: SqlSource,
  ids: readonly number[],
  except: FilterField | null = null,
): Promise<(schedulerId: number) => SchedulerRecord['filters']> => {
  if (ids.length === 0) return () => ({});
  const others = except === null ? '' : 'AND field <> ?';
  const rows = await source.query<FilterRow>(
    `SELECT scheduler_id, field, value FROM scheduler_filter WHERE scheduler_id IN ${inList(ids)} ${others} ORDER BY position`,
    [...ids, ...(except === null ? [] : [except])],
  );
  const rowsOf = groupBy(rows, (row) => Number(row.scheduler_id));
  return (id) => toLists(rowsOf.get(id) ?? []);
};

/** Loads weekly times by scheduler id, Monday first. */
export const loadSlots = async (
  source: SqlSource,
  ids: readonly number[],
): Promise<(schedulerId: number) => readonly SlotRow[]> => {
  if (ids.length === 0) return () => [];
  const rows = await source.query<SlotRow>(
    `SELECT scheduler_id, day, minute FROM scheduler_slot WHERE scheduler_id IN ${inList(ids)} ORDER BY day, minute`,
    [...ids],
  );
  const rowsOf = groupBy(rows, (row) => Number(row.scheduler_id));
  return (id) => rowsOf.get(id) ?? [];
};

const toLists = (rows: readonly FilterRow[]): SchedulerRecord['filters'] => {
  const lists: { [field in FilterField]?: string[] } = {};
  for (const { field, value } of rows) {
    lists[field] ??= [];
    lists[field].push(value);
  }
  return lists;
};
