import type { Scheduler } from '../../entities/scheduler.js';
import { type IdType, toGlobalId, toIds } from '../../schema/global-id.js';
import type { Loaders } from '../../schema/loaders/create-loaders.js';
import type { SchedulerLists } from '../../schema/loaders/scheduler-lists.js';
import type { SchedulerInput } from '../../services/schedulers/scheduler-input.js';
import type { AudienceInput } from './audience-inputs.js';
import type { SchedulerAudience } from './audience-types.js';

/** A scheduler's flags and lists, in the shape in which GraphQL takes them. Nothing is loaded before it is asked for. */
export const toAudience = (scheduler: Scheduler, { filters }: SchedulerLists, loaders: Loaders): SchedulerAudience => {
  const load = loadNamed(filters);
  const ids = (type: IdType, list: readonly string[] = []) => list.map((id) => toGlobalId(type, Number(id)));
  return {
    apps: {
      all: scheduler.allApps,
      apps: () => load(loaders.apps, 'app_ids_include'),
      appIds: ids('App', filters.app_ids_include),
      groups: () => load(loaders.appGroups, 'app_groups_include'),
      groupIds: ids('AppGroup', filters.app_groups_include),
      exceptApps: () => load(loaders.apps, 'app_ids_exclude'),
      exceptAppIds: ids('App', filters.app_ids_exclude),
      exceptGroups: () => load(loaders.appGroups, 'app_groups_exclude'),
      exceptGroupIds: ids('AppGroup', filters.app_groups_exclude),
    },
    countries: {
      all: scheduler.allCountries,
      include: filters.countries_include ?? [],
      exclude: filters.countries_exclude ?? [],
    },
    languages: {
      all: scheduler.allLanguages,
      include: filters.languages_include ?? [],
      exclude: filters.languages_exclude ?? [],
    },
    tags: {
      anyTag: scheduler.allAudiences,
      onlyIncluded: Boolean(filters.audiences_include ?? filters.audience_groups_include),
      include: filters.audiences_include ?? [],
      includeGroups: () => load(loaders.tagGroups, 'audience_groups_include'),
      includeGroupIds: ids('TagGroup', filters.audience_groups_include),
      exclude: filters.audiences_exclude ?? [],
      excludeGroups: () => load(loaders.tagGroups, 'audience_groups_exclude'),
      excludeGroupIds: ids('TagGroup', filters.audience_groups_exclude),
    },
    events: { include: filters.event_include ?? [], exclude: filters.event_exclude ?? [] },
  };
};

interface ById<T> {
  loadMany(ids: number[]): Promise<(T | null | Error)[]>;
}

/** What a list of ids names; ids of what is gone are left out. */
const loadNamed =
  (filters: SchedulerLists['filters']) =>
  async <T extends object>(loader: ById<T>, field: keyof SchedulerLists['filters']): Promise<T[]> => {
    const found = await loader.loadMany((filters[field] ?? []).map(Number));
    return found.flatMap((item) => {
      if (item instanceof Error) throw item;
      return item ?? [];
    });
  };

export type Filters = Pick<SchedulerInput, 'allApps' | 'allCountries' | 'allLanguages' | 'allAudiences' | 'filters'>;

/**
 * The audience as the flags and lists of a scheduler (docs/rules.md#filter-lists). What contradicts itself is for the
 * rules to say.
 * @throws BAD_USER_INPUT for an id that names nothing.
 */
export const toFilters = ({ apps, countries, languages, tags, events }: AudienceInput): Filters => ({
  allApps: apps.all ?? false,
  allCountries: countries?.all ?? Boolean(countries?.exclude?.length),
  allLanguages: languages?.all ?? Boolean(languages?.exclude?.length),
  allAudiences: tags?.anyTag ?? false,
  filters: {
    app_ids_include: toIds('App', 'app_ids_include', apps.appIds),
    app_groups_include: toIds('AppGroup', 'app_groups_include', apps.groupIds),
    app_ids_exclude: toIds('App', 'app_ids_exclude', apps.exceptAppIds),
    app_groups_exclude: toIds('AppGroup', 'app_groups_exclude', apps.exceptGroupIds),
    countries_include: countries?.include,
    countries_exclude: countries?.exclude,
    languages_include: languages?.include,
    languages_exclude: languages?.exclude,
    audiences_include: tags?.include,
    audience_groups_include: toIds('TagGroup', 'audience_groups_include', tags?.includeGroupIds),
    audiences_exclude: tags?.exclude,
    audience_groups_exclude: toIds('TagGroup', 'audience_groups_exclude', tags?.excludeGroupIds),
    event_include: events?.include,
    event_exclude: events?.exclude,
  },
});

/** Where each of them is in an `AudienceInput`. */
const PLACES = {
  all_apps: 'apps.all',
  app_ids_include: 'apps.appIds',
  app_groups_include: 'apps.groupIds',
  app_ids_exclude: 'apps.exceptAppIds',
  app_groups_exclude: 'apps.exceptGroupIds',
  all_countries: 'countries.all',
  countries_include: 'countries.include',
  countries_exclude: 'countries.exclude',
  all_languages: 'languages.all',
  languages_include: 'languages.include',
  languages_exclude: 'languages.exclude',
  all_audiences: 'tags.anyTag',
  audiences_include: 'tags.include',
  audience_groups_include: 'tags.includeGroupIds',
  audiences_exclude: 'tags.exclude',
  audience_groups_exclude: 'tags.excludeGroupIds',
  event_include: 'events.include',
  event_exclude: 'events.exclude',
} as const;

/** @param at where the `AudienceInput` is in the arguments */
export const filterPlaces = (at: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(PLACES).map(([name, place]) => [name, `${at}.${place}`]));
