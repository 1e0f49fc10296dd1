import type { SchedulerInput, TimingInput } from '../../services/schedulers/scheduler-input.js';
import type { AudienceInput } from '../inputs/audience-input.js';
import type { AutoPushSchedulerInput } from '../inputs/auto-push-scheduler-input.js';
import type { OneTimeSchedulerInput } from '../inputs/one-time-scheduler-input.js';
import type { WeeklySchedulerInput } from '../inputs/weekly-scheduler-input.js';
import type { FieldNames } from './field-names.js';
import { filterPlaces, toFilters } from './to-filters.js';

/** The three inputs as the one that services take. GraphQL allows IANA zones for both timed kinds (decision 11). */
export const toSchedulerInput = {
  conversion: ({ name, audience, delay }: AutoPushSchedulerInput): SchedulerInput => ({
    ...common(name, audience),
    timing: { kind: 'conversion', delay: delay ?? null },
  }),

  onesend: (input: OneTimeSchedulerInput): SchedulerInput => {
    const { name, audience, date, time, externalIds, gracePeriod } = input;
    const { filters, ...rest } = common(name, audience);
    const timing: TimingInput = { kind: 'onesend', date, time: toMinute(time), ...toZone(input) };
    return {
      ...rest,
      filters: { ...filters, external_ids: externalIds ?? null },
      keepExternalIds: !externalIds,
      timing,
      gracePeriod: gracePeriod ?? null,
    };
  },

  smartweekly: ({ name, audience, times, localTime, timeZone, gracePeriod }: WeeklySchedulerInput): SchedulerInput => ({
    ...common(name, audience),
    timing: {
      kind: 'smartweekly',
      timeSend: times.map(({ day, times: ofDay }) => ({ day, times: ofDay.map(toMinute) })),
      ...toZone({ localTime, timeZone }),
    },
    gracePeriod: gracePeriod ?? null,
  }),
} as const;

/** Where the services' names are in the arguments of a scheduler mutation. */
export const SCHEDULER_NAMES: FieldNames = {
  root: 'input',
  places: {
    id: 'id',
    time_send: 'input.times',
    timezone: 'input.timeZone',
    ...filterPlaces('input.audience'),
  },
};

const common = (name: string, audience: AudienceInput) => ({ name, ...toFilters(audience), allowIanaZone: true });

const toZone = ({
  localTime,
  timeZone,
}: Pick<WeeklySchedulerInput, 'localTime' | 'timeZone'>): { localTime: boolean; timezone: string | null } => ({
  localTime: localTime ?? false,
  timezone: timeZone ?? null,
});

/** A LocalTime may have seconds; a moment has none. What is no time is for the rules to say. */
const toMinute = (time: string): string => (/^\d\d:\d\d:00(\.0+)?$/.test(time) ? time.slice(0, 5) : time);
