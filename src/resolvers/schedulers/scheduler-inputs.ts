import { Field, InputType, Int } from 'type-graphql';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import { DelayScalar, LocalDateScalar, LocalTimeScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import type { SchedulerInput, TimingInput } from '../../services/schedulers/scheduler-input.js';
import { AudienceInput, filterPlaces, toFilters } from '../audiences/audience-inputs.js';

@InputType({ description: 'The times of one day of the week.' })
export class WeeklyTimesInput {
  @Field(() => Int, { description: '1 Monday to 7 Sunday (ISO 8601).' })
  day!: number;

  @Field(() => [LocalTimeScalar], { description: 'Times of day, to the minute; at least one.' })
  times!: string[];
}

@InputType({ description: 'A scheduler that sends after an event of a device; an update replaces all of it.' })
export class AutoPushSchedulerInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => AudienceInput, { description: 'Which devices. `events.include` names the events that start it.' })
  audience!: AudienceInput;

  @Field(() => DelayScalar, { nullable: true, description: 'How long after the event; left out: at once.' })
  delay?: string | null;
}

@InputType({ description: 'A scheduler that sends once; an update replaces all of it.' })
export class OneTimeSchedulerInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => AudienceInput, { description: 'Which devices.' })
  audience!: AudienceInput;

  @Field(() => LocalDateScalar, { description: 'The date.' })
  date!: string;

  @Field(() => LocalTimeScalar, { description: 'The time of day, to the minute.' })
  time!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: "By each device's own clock; a device without a zone counts as UTC.",
  })
  localTime?: boolean | null;

  @Field(() => TimeZoneScalar, {
    nullable: true,
    description: 'By this clock; needed without `localTime`, and not together with it.',
  })
  timeZone?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Only devices with one of these external user ids, at most 100,000; empty means no such filter. Left out, an update keeps those that it has.',
  })
  externalIds?: string[] | null;

  @Field(() => DelayScalar, {
    nullable: true,
    description:
      "How late a moment may still be sent after the service was down, at most 7 days; left out: the service's default.",
  })
  gracePeriod?: string | null;
}

@InputType({ description: 'A scheduler that sends every week; an update replaces all of it.' })
export class WeeklySchedulerInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => AudienceInput, { description: 'Which devices.' })
  audience!: AudienceInput;

  @Field(() => [WeeklyTimesInput], { description: 'When; at least one, and no moment twice.' })
  times!: WeeklyTimesInput[];

  @Field(() => Boolean, {
    nullable: true,
    description: "By each device's own clock; a device without a zone counts as UTC.",
  })
  localTime?: boolean | null;

  @Field(() => TimeZoneScalar, {
    nullable: true,
    description: 'By this clock, not together with `localTime`; without both it is UTC.',
  })
  timeZone?: string | null;

  @Field(() => DelayScalar, {
    nullable: true,
    description:
      "How late a moment may still be sent after the service was down, at most 7 days; left out: the service's default.",
  })
  gracePeriod?: string | null;
}

/**
 * The three inputs as the one that services take. GraphQL allows IANA zones for both timed kinds (docs/rules.md#zones).
 */
export const toSchedulerInput = {
  autoPush: ({ name, audience, delay }: AutoPushSchedulerInput): SchedulerInput => ({
    ...common(name, audience),
    timing: { kind: 'auto-push', delay: delay ?? null },
  }),

  oneTime: (input: OneTimeSchedulerInput): SchedulerInput => {
    const { name, audience, date, time, externalIds, gracePeriod } = input;
    const { filters, ...rest } = common(name, audience);
    const timing: TimingInput = { kind: 'one-time', date, time: toMinute(time), ...toZone(input) };
    return {
      ...rest,
      filters: { ...filters, external_ids: externalIds ?? null },
      keepExternalIds: !externalIds,
      timing,
      gracePeriod: gracePeriod ?? null,
    };
  },

  weekly: ({ name, audience, times, localTime, timeZone, gracePeriod }: WeeklySchedulerInput): SchedulerInput => ({
    ...common(name, audience),
    timing: {
      kind: 'weekly',
      timeSend: times.map(({ day, times: ofDay }) => ({ day, times: ofDay.map(toMinute) })),
      ...toZone({ localTime, timeZone }),
    },
    gracePeriod: gracePeriod ?? null,
  }),
} as const;

/** Where the services' names are in the arguments. @param at where the input of a scheduler is */
export const schedulerNames = (at: string): FieldNames => ({
  root: at,
  places: {
    id: 'id',
    idempotencyKey: 'idempotencyKey',
    time_send: `${at}.times`,
    timezone: `${at}.timeZone`,
    ...filterPlaces(`${at}.audience`),
  },
});

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
