import type { FilterLists, SchedulerInput, TimingInput } from '../../services/inputs/scheduler-input.js';
import type { CommonBody } from '../schemas/scheduler-schemas.js';

/** The fields of section 2.1 with a kind's own timing. */
export const toSchedulerInput = (body: CommonBody, timing: TimingInput): SchedulerInput => ({
  name: body.name,
  allApps: body.all_apps ?? false,
  allCountries: body.all_countries ?? false,
  allLanguages: body.all_languages ?? false,
  allAudiences: body.all_audiences ?? false,
  filters: toFilters(body, timing.kind === 'onesend'),
  timing,
  allowIanaZone: false,
});

/** Only a one-time scheduler has external ids; for the others that is an unknown field, and ignored. */
const toFilters = (body: CommonBody, withExternalIds: boolean): FilterLists => ({
  app_ids_include: body.app_ids_include,
  app_ids_exclude: body.app_ids_exclude,
  app_groups_include: body.app_groups_include,
  app_groups_exclude: body.app_groups_exclude,
  countries_include: body.countries_include,
  countries_exclude: body.countries_exclude,
  languages_include: body.languages_include,
  languages_exclude: body.languages_exclude,
  audiences_include: body.audiences_include,
  audiences_exclude: body.audiences_exclude,
  audience_groups_include: body.audience_groups_include,
  audience_groups_exclude: body.audience_groups_exclude,
  event_include: body.event_include,
  event_exclude: body.event_exclude,
  external_ids: withExternalIds ? body.external_ids : null,
});
