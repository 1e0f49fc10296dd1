import type { Scheduler, SchedulerKind } from '../entities/scheduler.js';

/** A row of `scheduler` as plain SQL reads it. */
export interface SchedulerRow {
  readonly id: number;
  readonly user_id: number;
  readonly kind: SchedulerKind;
  readonly name: string;
  readonly name_folded: string;
  readonly active: number;
  readonly archived: number;
  readonly all_apps: number;
  readonly all_countries: number;
  readonly all_languages: number;
  readonly all_audiences: number;
  readonly delay: string | null;
  readonly send_date: string | null;
  readonly send_minute: number | null;
  readonly local_time: number | null;
  readonly timezone: string | null;
  readonly next_due_at: number | null;
  readonly grace_seconds: number | null;
  readonly left_out_zones: string | null;
  readonly tz_release: string | null;
  readonly active_from: number | null;
  readonly clocks_id: string | null;
  readonly replanned_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** What TypeORM would make of the row, at a small part of the time; the compiler notices a column that is missing. */
export const toScheduler = (row: SchedulerRow): Scheduler => ({
  id: Number(row.id),
  userId: Number(row.user_id),
  kind: row.kind,
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
  leftOutZones: row.left_out_zones === null ? null : JSON.parse(row.left_out_zones),
  tzRelease: row.tz_release,
  activeFrom: toInstant(row.active_from),
  clocksId: row.clocks_id,
  replannedAt: toInstant(row.replanned_at),
  createdAt: new Date(Number(row.created_at)),
  updatedAt: new Date(Number(row.updated_at)),
});

const toInstant = (ms: number | null): Date | null => (ms === null ? null : new Date(Number(ms)));
