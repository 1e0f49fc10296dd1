import { In } from 'typeorm';
import { toTimingColumns } from '../../catalogue/scheduler-timing.js';
import { chunk } from '../../collections.js';
import { execute, type Tx } from '../../database/database.js';
import { copyRows, insertRows, parameter } from '../../database/write-rows.js';
import { readKind, type Scheduler, Scheduler as SchedulerEntity, type SchedulerRow } from '../../entities/scheduler.js';
import { HIDDEN_EXCLUSION, SCHEDULER_FILTER_TABLE, SchedulerFilter } from '../../entities/scheduler-filter.js';
import { SCHEDULER_SLOT_TABLE, SchedulerSlot } from '../../entities/scheduler-slot.js';
import type { FilterLists, SchedulerDraft } from './scheduler-input.js';

/** Builds what TypeORM would from the row, much faster; a missing column does not compile. */
export const toScheduler = (row: SchedulerRow): Scheduler => ({
  id: Number(row.id),
  userId: Number(row.user_id),
  kind: readKind(row.kind),
  name: row.name,
  nameFolded: row.name_folded,
  active: Boolean(row.active),
  archived: Boolean(row.archived),
  allApps: Boolean(row.all_apps),
  allCountries: Boolean(row.all_countries),
  allLanguages: Boolean(row.all_languages),
  allAudiences: Boolean(row.all_audiences),
  delay: row.delay,
  sendDate: row.send_date,
  sendMinute: row.send_minute,
  localTime: row.local_time === null ? null : Boolean(row.local_time),
  timezone: row.timezone,
  nextDueAt: toInstant(row.next_due_at),
  graceSeconds: row.grace_seconds === null ? null : Number(row.grace_seconds),
  quietHours: row.quiet_hours === null ? null : JSON.parse(row.quiet_hours),
  speed: row.speed === null ? null : JSON.parse(row.speed),
  bestHour: row.best_hour === null ? null : JSON.parse(row.best_hour),
  goals: row.goals === null ? null : JSON.parse(row.goals),
  experiment: row.experiment === null ? null : JSON.parse(row.experiment),
  leftOutZones: row.left_out_zones === null ? null : JSON.parse(row.left_out_zones),
  tzRelease: row.tz_release,
  activeFrom: toInstant(row.active_from),
  clocksId: row.clocks_id,
  replannedAt: toInstant(row.replanned_at),
  firstActivatedAt: toInstant(row.first_activated_at),
  endedAt: toInstant(row.ended_at),
  createdAt: new Date(Number(row.created_at)),
  updatedAt: new Date(Number(row.updated_at)),
});

const toInstant = (ms: number | null): Date | null => (ms === null ? null : new Date(Number(ms)));

const ROWS_PER_INSERT = 1_000;

/** The columns that a request determines. */
export const toColumns = (draft: SchedulerDraft) => ({
  name: draft.name,
  nameFolded: draft.name.toLowerCase(),
  allApps: draft.allApps,
  allCountries: draft.allCountries,
  allLanguages: draft.allLanguages,
  allAudiences: draft.allAudiences,
  ...toTimingColumns(draft.timing),
  ...(draft.speed === undefined ? {} : { speed: draft.speed }),
  ...(draft.bestHour === undefined ? {} : { bestHour: draft.bestHour }),
  ...(draft.goals === undefined ? {} : { goals: draft.goals }),
  ...(draft.experiment === undefined ? {} : { experiment: draft.experiment }),
  ...(draft.graceSeconds === undefined ? {} : { graceSeconds: draft.graceSeconds }),
  ...(draft.quietHours === undefined ? {} : { quietHours: draft.quietHours }),
});

export const insertScheduler = async (
  tx: Tx,
  row: Omit<Scheduler, 'id'>,
  draft: SchedulerDraft,
): Promise<Scheduler> => {
  const saved = await tx.save(SchedulerEntity, row);
  await insertLists(tx, saved.id, draft);
  return saved;
};

/** Includes hidden exclusions, so that an excluded application stays excluded. */
export const copyLists = async (tx: Tx, fromId: number, toId: number): Promise<void> => {
  const set = { schedulerId: parameter(toId) };
  const from = (table: string) => ({ sql: `${table} o WHERE o.scheduler_id = ?`, parameters: [fromId] });
  await copyRows(tx, SCHEDULER_FILTER_TABLE, { set, from: from('scheduler_filter') });
  await copyRows(tx, SCHEDULER_SLOT_TABLE, { set, from: from('scheduler_slot') });
};

/** Replaces everything: omitted lists are unset. Hidden exclusions stay unless the request names their application. */
export const replaceLists = async (tx: Tx, schedulerId: number, draft: SchedulerDraft): Promise<void> => {
  await deleteFilters(tx, schedulerId, draft);
  await tx.delete(SchedulerSlot, { schedulerId });
  await insertLists(tx, schedulerId, draft);
};

const deleteFilters = async (
  tx: Tx,
  schedulerId: number,
  { filters, keepLists = [] }: SchedulerDraft,
): Promise<void> => {
  const kept = [HIDDEN_EXCLUSION, ...keepLists];
  await execute(
    tx,
    `DELETE FROM scheduler_filter WHERE scheduler_id = ? AND field NOT IN (${kept.map(() => '?').join(', ')})`,
    [schedulerId, ...kept],
  );
  const named = [...new Set([...(filters.app_ids_include ?? []), ...(filters.app_ids_exclude ?? [])].map(String))];
  for (const part of chunk(named, ROWS_PER_INSERT)) {
    await tx.delete(SchedulerFilter, { schedulerId, field: HIDDEN_EXCLUSION, value: In(part) });
  }
};

/** An exclusion of an archived application is hidden, like exclusions made before it was archived. */
const hideArchived = async (tx: Tx, schedulerId: number, { app_ids_exclude }: FilterLists): Promise<void> => {
  if (!app_ids_exclude?.length) return;
  await execute(
    tx,
    `UPDATE scheduler_filter SET field = ? WHERE scheduler_id = ? AND field = 'app_ids_exclude'
     AND EXISTS (SELECT 1 FROM app WHERE app.id = scheduler_filter.value AND app.archived = ?)`,
    [HIDDEN_EXCLUSION, schedulerId, true],
  );
};

const insertLists = async (tx: Tx, schedulerId: number, draft: SchedulerDraft): Promise<void> => {
  await insertRows(tx, SCHEDULER_FILTER_TABLE, toFilterRows(schedulerId, draft.filters));
  await hideArchived(tx, schedulerId, draft.filters);
  const slots = draft.timing.kind === 'weekly' ? draft.timing.slots : [];
  await insertRows(
    tx,
    SCHEDULER_SLOT_TABLE,
    slots.map(({ day, minute }) => ({ schedulerId, day, minute })),
  );
};

const toFilterRows = (schedulerId: number, filters: FilterLists): SchedulerFilter[] =>
  Object.entries(filters).flatMap(([field, list]) =>
    [...new Set((list ?? []).map(String))].map((value, position) => ({ schedulerId, field, value, position })),
  );
