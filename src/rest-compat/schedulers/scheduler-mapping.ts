import type { SchedulerRecord } from '../../catalogue/scheduler-record.js';
import { groupBy } from '../../collections.js';
import type { Timing, WeeklySlot, ZoneRule } from '../../schedule/timing.js';
import { formatTime } from '../../schedule/wall-clock.js';
import type { FilterLists, SchedulerInput, TimingInput } from '../../services/schedulers/scheduler-input.js';
import type { FiltersAnswer, TimingAnswer } from './scheduler-answers.js';
import type { CommonBody } from './scheduler-schemas.js';

/** The record of `get`: events as one string, empty when unset. */
export const toSingleAnswer = (record: SchedulerRecord) => ({
  ...toCommonAnswer(record),
  event_include: (record.filters.event_include ?? []).join(','),
  event_exclude: (record.filters.event_exclude ?? []).join(','),
  archived: record.scheduler.archived,
});

/** The record in a list: `status` in place of `archived`, and events as lists. */
export const toItemAnswer = (record: SchedulerRecord) => ({
  ...toCommonAnswer(record),
  event_include: record.filters.event_include ?? null,
  event_exclude: record.filters.event_exclude ?? null,
  status: record.scheduler.active,
});

const toCommonAnswer = (record: SchedulerRecord) => ({
  id: record.scheduler.id,
  name: record.scheduler.name,
  ...toTimingAnswer(record.timing),
  ...toFiltersAnswer(record),
});

const toTimingAnswer = (timing: Timing): TimingAnswer => {
  switch (timing.kind) {
    case 'auto-push':
      return { delay: timing.delay ?? '' };
    case 'one-time':
      return { date: timing.date, time: formatTime(timing.minute, '-'), ...toZoneAnswer(timing.zone) };
    case 'weekly':
      return { time_send: toTimeSend(timing.slots), ...toZoneAnswer(timing.zone) };
  }
};

const toZoneAnswer = (zone: ZoneRule) =>
  zone.kind === 'local' ? { local_time: true, timezone: null } : { local_time: false, timezone: zone.zone };

/** One entry for each day, its times ascending. */
const toTimeSend = (slots: readonly WeeklySlot[]) =>
  [...groupBy(slots, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    times: ofDay.map(({ minute }) => formatTime(minute)),
  }));

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

/** The filters with a kind's own timing. */
export const toSchedulerInput = (body: CommonBody, timing: TimingInput): SchedulerInput => ({
  name: body.name,
  allApps: body.all_apps ?? false,
  allCountries: body.all_countries ?? false,
  allLanguages: body.all_languages ?? false,
  allAudiences: body.all_audiences ?? false,
  filters: toFilters(body, timing.kind === 'one-time'),
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
