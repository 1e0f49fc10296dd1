import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { SCHEDULER_SORT_FIELDS } from '../../services/schedulers/scheduler-listing.js';
import { ArchivedPageQuery, Name } from '../common-schemas.js';
import { type FiltersBody, filterFields } from './scheduler-filters.js';

/** What all three kinds have. */
export type CommonBody = FiltersBody & { readonly name: string };

/** A body: the name and the filters, and what one kind has of its own. */
const bodyOf = <Own extends Record<string, TSchema>>(
  title: string,
  own: Own,
  ownFilters: ReturnType<typeof filterFields> = {},
) => Type.Object({ name: Name, ...filterFields(null), ...own, ...ownFilters }, { title }) as unknown as TObject<Own>;

export const ConversionBody = bodyOf('AutoPushSchedulerInput', {
  delay: Type.Optional(
    Type.String({
      description: 'Days, hours and minutes such as `1d2h30m`, at most 365 days; empty: at once.',
      examples: ['1d2h30m', '90m', '365d', ''],
    }),
  ),
});

const localTime = Type.Boolean({ description: "true: by each device's local time; false: by one zone." });
const timezone = (description: string) =>
  Type.Optional(Type.String({ description, examples: ['+00:00', '+05:30', '-12:00'] }));

export const OnesendBody = bodyOf(
  'OneTimeSchedulerInput',
  {
    date: Type.String({
      description: 'A real date of the years 1000 to 9999, YYYY-MM-DD.',
      examples: ['2031-12-24', '2032-02-29'],
    }),
    time: Type.String({ description: 'HH-MM; HH:MM is taken too.', examples: ['18-30', '00:00'] }),
    local_time: localTime,
    timezone: timezone('+HH:MM; required if `local_time` is false, and omitted if it is true.'),
  },
  filterFields('one-time'),
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

export const SmartweeklyBody = bodyOf('SmartWeeklySchedulerInput', {
  time_send: TimeSend,
  local_time: localTime,
  timezone: timezone('+HH:MM, default +00:00; omitted if `local_time` is true.'),
});

export const SchedulerListQuery = Type.Object({
  ...ArchivedPageQuery.properties,
  name: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the name, whatever its case.' })),
  app_id: Type.Optional(
    Type.String({ description: 'Those that include this application; the id as a text.', examples: ['1'] }),
  ),
  country: Type.Optional(
    Type.String({ description: 'Those that would reach it, ISO 3166-1 alpha-2.', examples: ['US', 'de', 'UA'] }),
  ),
  language: Type.Optional(
    Type.String({ description: 'Those that would reach it, BCP 47.', examples: ['en', 'pt-BR', 'zh-Hant'] }),
  ),
  sort_by: Type.Optional(
    Type.Enum([...SCHEDULER_SORT_FIELDS], { description: 'By what to sort; `id` if it is left out.' }),
  ),
  sort_dir: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'Which end first; `asc` if it is left out.' })),
});
export type SchedulerListQuery = Static<typeof SchedulerListQuery>;
