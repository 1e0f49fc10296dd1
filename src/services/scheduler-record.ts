import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import { groupBy } from '../collections.js';
import { Scheduler } from '../entities/scheduler.js';
import { type FilterField, SchedulerFilter } from '../entities/scheduler-filter.js';
import { SchedulerSlot } from '../entities/scheduler-slot.js';

/** A scheduler with its lists, as get and list show it. */
export interface SchedulerRecord {
  readonly scheduler: Scheduler;
  /** Values as the user wrote them and in that order; a field without entries is absent. */
  readonly filters: { readonly [field in FilterField]?: readonly string[] };
  readonly slots: readonly SchedulerSlot[];
}

/** Loads the lists of all these schedulers in two statements. */
export const loadRecords = async (
  manager: EntityManager,
  schedulers: readonly Scheduler[],
): Promise<SchedulerRecord[]> => {
  if (schedulers.length === 0) return [];
  const ids = In(schedulers.map((scheduler) => scheduler.id));
  const filters = await manager.find(SchedulerFilter, { where: { schedulerId: ids }, order: { position: 'ASC' } });
  const weekly = schedulers.some((scheduler) => scheduler.kind === 'smartweekly');
  const slots = weekly
    ? await manager.find(SchedulerSlot, { where: { schedulerId: ids }, order: { day: 'ASC', minute: 'ASC' } })
    : [];
  const filtersOf = groupBy(filters, (filter) => filter.schedulerId);
  const slotsOf = groupBy(slots, (slot) => slot.schedulerId);
  return schedulers.map((scheduler) => ({
    scheduler,
    filters: toLists(filtersOf.get(scheduler.id) ?? []),
    slots: slotsOf.get(scheduler.id) ?? [],
  }));
};

const toLists = (rows: readonly SchedulerFilter[]): SchedulerRecord['filters'] => {
  const lists: { [field in FilterField]?: string[] } = {};
  for (const { field, value } of rows) {
    lists[field] ??= [];
    lists[field].push(value);
  }
  return lists;
};
