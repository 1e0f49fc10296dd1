import type { SchedulerInput } from '../../services/schedulers/scheduler-input.js';
import type { AudienceInput } from '../inputs/audience-input.js';
import { toIds } from './to-ids.js';

export type Filters = Pick<SchedulerInput, 'allApps' | 'allCountries' | 'allLanguages' | 'allAudiences' | 'filters'>;

/**
 * The audience as the flags and lists of section 2.1. What contradicts itself is for the rules to say.
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
