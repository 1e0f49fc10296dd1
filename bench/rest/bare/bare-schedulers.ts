import type { Row } from './bare-database.js';

/** One record of the list. */
export const toSchedulerItem = (scheduler: Row, filters: readonly Row[]) => {
  const lists = toLists(scheduler.id, filters);
  return {
    ...toCommon(scheduler, lists),
    event_include: lists.event_include ?? null,
    event_exclude: lists.event_exclude ?? null,
    status: Boolean(scheduler.active),
  };
};

export const toSingleScheduler = (scheduler: Row, filters: readonly Row[]) => {
  const lists = toLists(scheduler.id, filters);
  return {
    ...toCommon(scheduler, lists),
    event_include: (lists.event_include ?? []).join(','),
    event_exclude: (lists.event_exclude ?? []).join(','),
    archived: Boolean(scheduler.archived),
  };
};

type Lists = Record<string, string[] | undefined>;

const toLists = (schedulerId: number, filters: readonly Row[]): Lists => {
  const lists: Record<string, string[]> = {};
  for (const { scheduler_id, field, value } of filters) {
    if (scheduler_id !== schedulerId) continue;
    lists[field] ??= [];
    lists[field].push(value);
  }
  return lists;
};

const toCommon = (scheduler: Row, lists: Lists) => ({
  id: scheduler.id,
  name: scheduler.name,
  delay: scheduler.delay ?? '',
  all_apps: Boolean(scheduler.all_apps),
  app_ids_include: toIds(lists.app_ids_include),
  app_ids_exclude: toIds(lists.app_ids_exclude),
  app_groups_include: toIds(lists.app_groups_include),
  app_groups_exclude: toIds(lists.app_groups_exclude),
  all_countries: Boolean(scheduler.all_countries),
  countries_include: lists.countries_include ?? null,
  countries_exclude: lists.countries_exclude ?? null,
  all_languages: Boolean(scheduler.all_languages),
  languages_include: lists.languages_include ?? null,
  languages_exclude: lists.languages_exclude ?? null,
  all_audiences: Boolean(scheduler.all_audiences),
  audiences_include: lists.audiences_include ?? null,
  audiences_exclude: lists.audiences_exclude ?? null,
  audience_groups_include: toIds(lists.audience_groups_include),
  audience_groups_exclude: toIds(lists.audience_groups_exclude),
  external_ids: lists.external_ids ?? null,
});

const toIds = (list: readonly string[] | undefined): number[] | null => list?.map(Number) ?? null;
