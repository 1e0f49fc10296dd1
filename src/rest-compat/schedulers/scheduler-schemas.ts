import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { SCHEDULER_SORT_FIELDS } from '../../services/schedulers/scheduler-listing.js';
import { ArchivedPageQuery, Name } from '../common-schemas.js';
import { type FiltersBody, filterFields } from './scheduler-filters.js';

/** The fields of all three kinds. */
export type CommonBody = FiltersBody & { readonly name: string };

/** A body has the name, the filters and the fields of its kind. */
const bodyOf = <Own extends Record<string, TSchema>>(
  title: string,
  own: Own,
  ownFilters: ReturnType<typeof filterFields> = {},
) => Type.Object({ name: Name, ...filterFields(null), ...own, ...ownFilters }, { title }) as unknown as TObject<Own>;

export const ConversionBody = bodyOf('AutoPushSchedulerInput', {
  delay: Type.Optional(
    Type.String({
      description: 'Delay in days, hours and minutes, such as `1d2h30m`, at most 365 days. Empty for no delay.',
      examples: ['1d2h30m', '90m', '365d', ''],
    }),
  ),
});

const localTime = Type.Boolean({ description: "true: uses each device's local time; false: uses `timezone`." });
const timezone = (description: string) =>
  Type.Optional(Type.String({ description, examples: ['+00:00', '+05:30', '-12:00'] }));

export const OnesendBody = bodyOf(
  'OneTimeSchedulerInput',
  {
    date: Type.String({
      description: 'Date in the years 1000 to 9999, YYYY-MM-DD.',
      examples: ['2031-12-24', '2032-02-29'],
    }),
    time: Type.String({ description: 'Time as HH-MM; HH:MM is accepted too.', examples: ['18-30', '00:00'] }),
    local_time: localTime,
    timezone: timezone('Offset as +HH:MM. Required if `local_time` is false; must be omitted if it is true.'),
  },
  filterFields('one-time'),
);

export const TimeSend = Type.Array(
  Type.Object(
    {
      day: Type.Integer({ minimum: 1, maximum: 7, description: 'Day of the week, 1 (Monday) to 7 (Sunday).' }),
      times: Type.Array(Type.String({ description: 'Time as HH:MM.', examples: ['09:00', '23:59'] }), {
        minItems: 1,
        maxItems: 10_000,
      }),
    },
    { title: 'WeeklyTimes' },
  ),
  { minItems: 1, maxItems: 10_000, description: 'Days and times, without duplicates.' },
);

export const SmartweeklyBody = bodyOf('SmartWeeklySchedulerInput', {
  time_send: TimeSend,
  local_time: localTime,
  timezone: timezone('Offset as +HH:MM; +00:00 if omitted. Must be omitted if `local_time` is true.'),
});

export const SchedulerListQuery = Type.Object({
  ...ArchivedPageQuery.properties,
  name: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the name, in either case.' })),
  app_id: Type.Optional(
    Type.String({ description: 'Schedulers that include this application; the id as text.', examples: ['1'] }),
  ),
  country: Type.Optional(
    Type.String({
      description: 'Schedulers that would reach this country, ISO 3166-1 alpha-2.',
      examples: ['US', 'de', 'UA'],
    }),
  ),
  language: Type.Optional(
    Type.String({
      description: 'Schedulers that would reach this language, BCP 47.',
      examples: ['en', 'pt-BR', 'zh-Hant'],
    }),
  ),
  sort_by: Type.Optional(Type.Enum([...SCHEDULER_SORT_FIELDS], { description: 'Field to sort by; `id` if omitted.' })),
  sort_dir: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'Sort direction; `asc` if omitted.' })),
});
export type SchedulerListQuery = Static<typeof SchedulerListQuery>;
