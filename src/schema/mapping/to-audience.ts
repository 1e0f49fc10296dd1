import type { Scheduler } from '../../entities/scheduler.js';
import { type IdType, toGlobalId } from '../global-id.js';
import type { Loaders } from '../loaders/create-loaders.js';
import type { SchedulerLists } from '../loaders/scheduler-lists.js';
import type { SchedulerAudience } from '../types/scheduler-audience.js';

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
