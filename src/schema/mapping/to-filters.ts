import type { FilterLists, SchedulerInput } from '../../services/inputs/scheduler-input.js';
import type { AppsFilterInput } from '../inputs/apps-filter-input.js';
import type { AudienceInput } from '../inputs/audience-input.js';
import type { TagsFilterInput } from '../inputs/tags-filter-input.js';
import { toIds } from './to-ids.js';

export type Filters = Pick<SchedulerInput, 'allApps' | 'allCountries' | 'allLanguages' | 'allAudiences' | 'filters'>;

/**
 * The audience as the flags and lists of section 2.1.
 * @throws BAD_USER_INPUT for an id that names nothing.
 */
export const toFilters = ({ apps, countries, languages, tags, events }: AudienceInput): Filters => ({
  allApps: Boolean(apps.all),
  allCountries: Boolean(countries?.all ?? countries?.exclude),
  allLanguages: Boolean(languages?.all ?? languages?.exclude),
  allAudiences: Boolean(tags?.anyTag),
  filters: {
    ...appLists(apps),
    countries_include: countries?.include,
    countries_exclude: countries?.exclude,
    languages_include: languages?.include,
    languages_exclude: languages?.exclude,
    ...tagLists(tags ?? {}),
    event_include: events?.include,
    event_exclude: events?.exclude,
  },
});

/** Where each list is in the arguments, which depends on the choices that were made. */
export const filterPlaces = ({ apps, tags }: AudienceInput): Readonly<Record<string, string>> => {
  const appsAt = `input.audience.apps.${apps.all ? 'all' : 'include'}`;
  const tagsAt = `input.audience.tags.${tags?.anyTag ? 'anyTag' : tags?.include ? 'include' : 'exclude'}`;
  return {
    all_apps: 'input.audience.apps.all',
    app_ids_include: 'input.audience.apps.include.apps',
    app_groups_include: 'input.audience.apps.include.groups',
    app_ids_exclude: `${appsAt}.exceptApps`,
    app_groups_exclude: `${appsAt}.exceptGroups`,
    countries_include: 'input.audience.countries.include',
    countries_exclude: 'input.audience.countries.exclude',
    languages_include: 'input.audience.languages.include',
    languages_exclude: 'input.audience.languages.exclude',
    audiences_include: 'input.audience.tags.include.tags',
    audience_groups_include: 'input.audience.tags.include.groups',
    audiences_exclude: `${tagsAt}.exceptTags`,
    audience_groups_exclude: `${tagsAt}.exceptGroups`,
    event_include: 'input.audience.events.include',
    event_exclude: 'input.audience.events.exclude',
  };
};

const appLists = ({ all, include }: AppsFilterInput): FilterLists => {
  const chosen = all ?? include;
  return {
    app_ids_include: toIds('App', 'app_ids_include', include?.apps),
    app_groups_include: toIds('AppGroup', 'app_groups_include', include?.groups),
    app_ids_exclude: toIds('App', 'app_ids_exclude', chosen?.exceptApps),
    app_groups_exclude: toIds('AppGroup', 'app_groups_exclude', chosen?.exceptGroups),
  };
};

const tagLists = ({ anyTag, include, exclude }: TagsFilterInput): FilterLists => {
  const chosen = anyTag ?? include ?? exclude;
  return {
    audiences_include: include?.tags,
    audience_groups_include: toIds('TagGroup', 'audience_groups_include', include?.groups),
    audiences_exclude: chosen?.exceptTags,
    audience_groups_exclude: toIds('TagGroup', 'audience_groups_exclude', chosen?.exceptGroups),
  };
};
