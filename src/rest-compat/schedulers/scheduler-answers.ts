import { type Static, type TSchema, Type } from 'typebox';
import { Id, nullable } from '../common-schemas.js';
import { TimeSend } from './scheduler-schemas.js';

const NullableIds = nullable(Type.Array(Id));
const NullableStrings = nullable(Type.Array(Type.String()));

const filters = {
  all_apps: Type.Boolean(),
  app_ids_include: NullableIds,
  app_ids_exclude: NullableIds,
  app_groups_include: NullableIds,
  app_groups_exclude: NullableIds,
  all_countries: Type.Boolean(),
  countries_include: NullableStrings,
  countries_exclude: NullableStrings,
  all_languages: Type.Boolean(),
  languages_include: NullableStrings,
  languages_exclude: NullableStrings,
  all_audiences: Type.Boolean(),
  audiences_include: NullableStrings,
  audiences_exclude: NullableStrings,
  audience_groups_include: NullableIds,
  audience_groups_exclude: NullableIds,
  external_ids: NullableStrings,
};
const FiltersAnswer = Type.Object(filters);
export type FiltersAnswer = Static<typeof FiltersAnswer>;

const zone = { local_time: Type.Boolean(), timezone: nullable(Type.String()) };

export const ConversionTiming = Type.Object({ delay: Type.String() });
export const OnesendTiming = Type.Object({ date: Type.String(), time: Type.String({ description: 'HH-MM' }), ...zone });
export const SmartweeklyTiming = Type.Object({ time_send: TimeSend, ...zone });
export type TimingAnswer =
  | Static<typeof ConversionTiming>
  | Static<typeof OnesendTiming>
  | Static<typeof SmartweeklyTiming>;

type Timing = { readonly properties: Record<string, TSchema> };

/** The record of `get`: whether it is archived, and events as one string (docs/rules.md#scheduler-records). */
export const singleAnswer = (title: string, { properties }: Timing) =>
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      ...properties,
      ...filters,
      event_include: Type.String({ description: 'Event codes joined by commas; empty if unset.' }),
      event_exclude: Type.String({ description: 'Event codes joined by commas; empty if unset.' }),
      archived: Type.Boolean(),
    },
    { title },
  );

/** The record in a list: whether it is active, and events as lists. */
export const itemAnswer = (title: string, { properties }: Timing) =>
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      ...properties,
      ...filters,
      event_include: NullableStrings,
      event_exclude: NullableStrings,
      status: Type.Boolean({ description: 'true: active.' }),
    },
    { title: `${title}Item` },
  );
