import type { SchedulerRecord } from '../../catalogue/scheduler-record.js';
import type { FiltersAnswer, TimingAnswer } from '../schemas/scheduler-answers.js';

/** The record of `get`: events as one string, empty when unset. */
export const toSingleAnswer = (record: SchedulerRecord, timing: TimingAnswer) => ({
  ...toCommonAnswer(record, timing),
  event_include: (record.filters.event_include ?? []).join(','),
  event_exclude: (record.filters.event_exclude ?? []).join(','),
  archived: record.scheduler.archived,
});

/** The record in a list: `status` in place of `archived`, and events as lists. */
export const toItemAnswer = (record: SchedulerRecord, timing: TimingAnswer) => ({
  ...toCommonAnswer(record, timing),
  event_include: record.filters.event_include ?? null,
  event_exclude: record.filters.event_exclude ?? null,
  status: record.scheduler.active,
});

const toCommonAnswer = (record: SchedulerRecord, timing: TimingAnswer) => ({
  id: record.scheduler.id,
  name: record.scheduler.name,
  ...timing,
  ...toFiltersAnswer(record),
});

const toFiltersAnswer = ({ scheduler, filters }: SchedulerRecord): FiltersAnswer => ({
  all_apps: scheduler.allApps,
  app_ids_include: toIds(filters.app_ids_include),
  app_ids_exclude: toIds(filters.app_ids_exclude),
  app_groups_include: toIds(filters.app_groups_include),
  app_groups_exclude: toIds(filters.app_groups_exclude),
  all_countries: scheduler.allCountries,
  countries_include: toList(filters.countries_include),
  countries_exclude: toList(filters.countries_exclude),
  all_languages: scheduler.allLanguages,
  languages_include: toList(filters.languages_include),
  languages_exclude: toList(filters.languages_exclude),
  all_audiences: scheduler.allAudiences,
  audiences_include: toList(filters.audiences_include),
  audiences_exclude: toList(filters.audiences_exclude),
  audience_groups_include: toIds(filters.audience_groups_include),
  audience_groups_exclude: toIds(filters.audience_groups_exclude),
  external_ids: toList(filters.external_ids),
});

const toIds = (list: readonly string[] | undefined): number[] | null => list?.map(Number) ?? null;
const toList = (list: readonly string[] | undefined): string[] | null => (list ? [...list] : null);
