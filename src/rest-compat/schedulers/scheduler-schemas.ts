import { type Static, Type } from 'typebox';
import { SCHEDULER_SORT_FIELDS } from '../../services/schedulers/scheduler-listing.js';
import { ArchivedPageQuery, Id, Name, stringList } from '../common-schemas.js';

const flag = (description: string) => Type.Optional(Type.Boolean({ description: `${description} Left out: false.` }));
const ids = (description: string) => Type.Optional(Type.Array(Id, { maxItems: 10_000, description }));
const strings = (description: string, examples: readonly string[]) => Type.Optional(stringList(description, examples));

const COUNTRIES = ['US', 'de', 'UA'];
const LANGUAGES = ['en', 'pt-BR', 'zh-Hant'];
const AUDIENCES = ['vip', 'Summer 2026'];

/** The filters (docs/rules.md#filter-lists), for all three kinds. */
const commonFields = {
  name: Name,
  all_apps: flag('All applications; the include lists of applications and groups are then omitted.'),
  app_ids_include: ids('Applications.'),
  app_ids_exclude: ids('Applications to leave out.'),
  app_groups_include: ids('Application groups.'),
  app_groups_exclude: ids('Application groups to leave out.'),
  all_countries: flag('Any country; `countries_include` is then omitted.'),
  countries_include: strings('Countries, ISO 3166-1 alpha-2.', COUNTRIES),
  countries_exclude: strings('Countries to leave out; only with `all_countries`.', COUNTRIES),
  all_languages: flag('Any language; `languages_include` is then omitted.'),
  languages_include: strings('Languages, BCP 47; `pt` is `pt-BR` too.', LANGUAGES),
  languages_exclude: strings('Languages to leave out; only with `all_languages`.', LANGUAGES),
  all_audiences: flag('Only devices that have any audience; the include lists are then omitted.'),
  audiences_include: strings('Audience tags.', AUDIENCES),
  audiences_exclude: strings('Audience tags to leave out.', AUDIENCES),
  audience_groups_include: ids('Audience groups.'),
  audience_groups_exclude: ids('Audience groups to leave out.'),
  event_include: strings('Only devices with one of these events; default `install`.', ['install', 'reg', 'dep']),
  event_exclude: strings('Only devices without these events.', ['reg', 'dep']),
};

const CommonBody = Type.Object(commonFields);
export type CommonBody = Static<typeof CommonBody> & { readonly external_ids?: readonly string[] };

export const ConversionBody = Type.Object(
  {
    ...commonFields,
    delay: Type.Optional(
      Type.String({
        description: 'Days, hours and minutes such as `1d2h30m`, at most 365 days; empty: at once.',
        examples: ['1d2h30m', '90m', '365d', ''],
      }),
    ),
  },
  { title: 'AutoPushSchedulerInput' },
);

const localTime = Type.Boolean({ description: "true: by each device's local time; false: by one zone." });
const timezone = (description: string) =>
  Type.Optional(Type.String({ description, examples: ['+00:00', '+05:30', '-12:00'] }));

export const OnesendBody = Type.Object(
  {
    ...commonFields,
    date: Type.String({
      description: 'A real date of the years 1000 to 9999, YYYY-MM-DD.',
      examples: ['2031-12-24', '2032-02-29'],
    }),
    time: Type.String({ description: 'HH-MM; HH:MM is taken too.', examples: ['18-30', '00:00'] }),
    local_time: localTime,
    timezone: timezone('+HH:MM; required if `local_time` is false, and omitted if it is true.'),
    external_ids: Type.Optional(
      Type.Array(Type.String({ examples: ['user-1', 'ünï'] }), {
        maxItems: 100_000,
        description: 'Only devices with these external ids.',
      }),
    ),
  },
  { title: 'OneTimeSchedulerInput' },
);

export const TimeSend = Type.Array(
  Type.Object(
    {
      day: Type.Integer({ minimum: 1, maximum: 7, description: '1 Monday to 7 Sunday.' }),
      times: Type.Array(Type.String({ description: 'HH:MM', examples: ['09:00', '23:59'] }), {
        minItems: 1,
        maxItems: 10_000,
      }),
    },
    { title: 'WeeklyTimes' },
  ),
  { minItems: 1, maxItems: 10_000, description: 'No moment twice.' },
);

export const SmartweeklyBody = Type.Object(
  {
    ...commonFields,
    time_send: TimeSend,
    local_time: localTime,
    timezone: timezone('+HH:MM, default +00:00; omitted if `local_time` is true.'),
  },
  { title: 'SmartWeeklySchedulerInput' },
);

export const SchedulerListQuery = Type.Object({
  ...ArchivedPageQuery.properties,
  name: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the name, whatever its case.' })),
  app_id: Type.Optional(
    Type.String({ description: 'Those that include this application; the id as a text.', examples: ['1'] }),
  ),
  country: Type.Optional(
    Type.String({ description: 'Those that would reach it, ISO 3166-1 alpha-2.', examples: COUNTRIES }),
  ),
  language: Type.Optional(Type.String({ description: 'Those that would reach it, BCP 47.', examples: LANGUAGES })),
  sort_by: Type.Optional(
    Type.Enum([...SCHEDULER_SORT_FIELDS], { description: 'By what to sort; `id` if it is left out.' }),
  ),
  sort_dir: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'Which end first; `asc` if it is left out.' })),
});
export type SchedulerListQuery = Static<typeof SchedulerListQuery>;
