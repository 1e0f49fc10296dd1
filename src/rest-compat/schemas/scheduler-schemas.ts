import { type Static, Type } from 'typebox';
import { SCHEDULER_SORT_FIELDS } from '../../services/scheduler-listing.js';
import { ArchivedPageQuery, Ids, Strings } from './common-schemas.js';

const commonFields = {
  name: Type.String(),
  all_apps: Type.Optional(Type.Boolean({ default: false })),
  app_ids_include: Type.Optional(Ids),
  app_ids_exclude: Type.Optional(Ids),
  app_groups_include: Type.Optional(Ids),
  app_groups_exclude: Type.Optional(Ids),
  all_countries: Type.Optional(Type.Boolean({ default: false })),
  countries_include: Type.Optional(Strings),
  countries_exclude: Type.Optional(Strings),
  all_languages: Type.Optional(Type.Boolean({ default: false })),
  languages_include: Type.Optional(Strings),
  languages_exclude: Type.Optional(Strings),
  all_audiences: Type.Optional(Type.Boolean({ default: false })),
  audiences_include: Type.Optional(Strings),
  audiences_exclude: Type.Optional(Strings),
  audience_groups_include: Type.Optional(Ids),
  audience_groups_exclude: Type.Optional(Ids),
  event_include: Type.Optional(Strings),
  event_exclude: Type.Optional(Strings),
};

const CommonBody = Type.Object(commonFields);
export type CommonBody = Static<typeof CommonBody> & { readonly external_ids?: readonly string[] };

export const ConversionBody = Type.Object({
  ...commonFields,
  delay: Type.Optional(Type.String({ description: 'Days, hours and minutes such as `1d2h30m`.' })),
});

export const OnesendBody = Type.Object({
  ...commonFields,
  date: Type.String({ description: 'YYYY-MM-DD' }),
  time: Type.String({ description: 'HH-MM' }),
  local_time: Type.Boolean(),
  timezone: Type.Optional(Type.String({ description: '+HH:MM; required if and only if `local_time` is false.' })),
  external_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 100_000 })),
});

export const TimeSend = Type.Array(
  Type.Object({ day: Type.Integer({ description: '1 Monday to 7 Sunday.' }), times: Strings }),
  { maxItems: 10_000 },
);

export const SmartweeklyBody = Type.Object({
  ...commonFields,
  time_send: TimeSend,
  local_time: Type.Boolean(),
  timezone: Type.Optional(Type.String({ description: '+HH:MM, default +00:00; omitted if `local_time` is true.' })),
});

export const SchedulerListQuery = Type.Object({
  ...ArchivedPageQuery.properties,
  name: Type.Optional(Type.String({ description: 'Part of the name.' })),
  app_id: Type.Optional(Type.String()),
  country: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2' })),
  language: Type.Optional(Type.String({ description: 'BCP 47' })),
  sort_by: Type.Optional(Type.Enum([...SCHEDULER_SORT_FIELDS])),
  sort_dir: Type.Optional(Type.Enum(['asc', 'desc'])),
});
export type SchedulerListQuery = Static<typeof SchedulerListQuery>;
