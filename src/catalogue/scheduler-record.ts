import type { FilterField } from '../audience/filters/index.js';
import { groupBy } from '../collections.js';
import { inList } from '../database/in-list.js';
import type { Scheduler } from '../entities/scheduler.js';
import type { SchedulerSlot } from '../entities/scheduler-slot.js';
import { AppError } from '../errors.js';
import type { Timing } from '../schedule/timing.js';
import { readTiming } from './scheduler-timing.js';

/** A scheduler with its lists, as get and list show it. */
export interface SchedulerRecord {
  readonly scheduler: Scheduler;
  /** Values as the user wrote them and in that order; a field without entries is absent. */
  readonly filters: { readonly [field in FilterField]?: readonly string[] };
  readonly timing: Timing;
}

/** The database, or a transaction: whichever shall see it. */
export interface SqlSource {
  query<Row>(sql: string, parameters: unknown[]): Promise<Row[]>;
}

export const loadRecord = async (source: SqlSource, scheduler: Scheduler): Promise<SchedulerRecord> => {
  const [record] = await loadRecords(source, [scheduler]);
  if (!record) throw new AppError('INTERNAL', 'One scheduler makes one record.');
  return record;
};

/** Loads the lists of all these schedulers in two statements, of which the second is for weekly ones alone. */
export const loadRecords = async (source: SqlSource, schedulers: readonly Scheduler[]): Promise<SchedulerRecord[]> => {
  if (schedulers.length === 0) return [];
  const filters = await source.query<FilterRow>(
    `SELECT scheduler_id, field, value FROM scheduler_filter WHERE scheduler_id IN ${inList(schedulers)} ORDER BY position`,
    schedulers.map((scheduler) => scheduler.id),
  );
  const slots = await loadSlots(
    source,
    schedulers.filter((scheduler) => scheduler.kind === 'weekly'),
  );
  const filtersOf = groupBy(filters, (filter) => Number(filter.scheduler_id));
  const slotsOf = groupBy(slots, (slot) => slot.schedulerId);
  return schedulers.map((scheduler) => ({
    scheduler,
    filters: toLists(filtersOf.get(scheduler.id) ?? []),
    timing: readTiming(scheduler, slotsOf.get(scheduler.id) ?? []),
  }));
};

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

const loadSlots = async (source: SqlSource, schedulers: readonly Scheduler[]): Promise<SchedulerSlot[]> => {
  if (schedulers.length === 0) return [];
  const rows = await source.query<SlotRow>(
    `SELECT scheduler_id, day, minute FROM scheduler_slot WHERE scheduler_id IN ${inList(schedulers)} ORDER BY day, minute`,
    schedulers.map((scheduler) => scheduler.id),
  );
  return rows.map(({ scheduler_id, day, minute }) => ({ schedulerId: Number(scheduler_id), day, minute }));
};

const toLists = (rows: readonly FilterRow[]): SchedulerRecord['filters'] => {
  const lists: { [field in FilterField]?: string[] } = {};
  for (const { field, value } of rows) {
    lists[field] ??= [];
    lists[field].push(value);
  }
  return lists;
};
