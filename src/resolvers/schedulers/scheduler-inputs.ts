import { Field, InputType, Int } from 'type-graphql';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import { DelayScalar, LocalDateScalar, LocalTimeScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import type { SchedulerInput } from '../../services/schedulers/scheduler-input.js';
import { AudienceInput, filterPlaces, toFilters } from '../audiences/audience-inputs.js';
import { QuietHoursInput } from '../quiet-hours/quiet-hours-types.js';
import { BestHourInput, toBestHour } from './best-hour-types.js';
import { ExperimentInput, toExperiment } from './experiment-types.js';
import { GoalInput, givenGoals } from './goal-types.js';
import { SpeedInput, toSpeed } from './speed-types.js';

@InputType({ description: 'The times of one day of the week.' })
export class WeeklyTimesInput {
  @Field(() => Int, { description: 'Day of the week, 1 (Monday) to 7 (Sunday), as in ISO 8601.' })
  day!: number;

  @Field(() => [LocalTimeScalar], { description: 'Times of day, to the minute; at least one.' })
  times!: string[];
}

/** The fields that every kind of scheduler has. */
@InputType()
class AnySchedulerInput {
  @Field(() => String, { description: 'Name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => AudienceInput, { description: 'The devices to send to.' })
  audience!: AudienceInput;

  @Field(() => QuietHoursInput, {
    nullable: true,
    description: 'Quiet hours of its messages. Null for those of the application; an update without it keeps them.',
  })
  quietHours?: QuietHoursInput | null;

  @Field(() => SpeedInput, {
    nullable: true,
    description: 'How fast each run sends; null for as fast as possible. An update without it keeps the speed.',
  })
  speed?: SpeedInput | null;

  @Field(() => [GoalInput], {
    nullable: true,
    description: 'Its goals, at most 4; null or an empty list removes them. An update without it keeps them.',
  })
  goals?: GoalInput[] | null;

  @Field(() => ExperimentInput, {
    nullable: true,
    description:
      'Sends each user one of the pushes instead of all; null: every push. An update without it keeps the setting.',
  })
  experiment?: ExperimentInput | null;
}

/** The fields of schedulers that send at times. */
@InputType()
class TimedSchedulerInput extends AnySchedulerInput {
  @Field(() => Boolean, {
    nullable: true,
    description: "Uses each device's local time; a device without a time zone counts as UTC.",
  })
  localTime?: boolean | null;

  @Field(() => DelayScalar, {
    nullable: true,
    description:
      "How late a run may still start after the service was down, at most 7 days. The service's default if omitted.",
  })
  gracePeriod?: string | null;

  @Field(() => BestHourInput, {
    nullable: true,
    description:
      "Makes messages wait for each user's best hour; null if they should not wait. An update without it keeps the setting.",
  })
  bestHour?: BestHourInput | null;
}

@InputType({ description: 'A scheduler that sends to a device after an event on it. An update replaces every field.' })
export class AutoPushSchedulerInput extends AnySchedulerInput {
  @Field(() => AudienceInput, {
    description: 'The devices to send to. `events.include` names the events that trigger it.',
  })
  override audience!: AudienceInput;

  @Field(() => DelayScalar, { nullable: true, description: 'Delay after the event. None if omitted.' })
  delay?: string | null;
}

@InputType({ description: 'A scheduler that sends once. An update replaces every field.' })
export class OneTimeSchedulerInput extends TimedSchedulerInput {
  @Field(() => LocalDateScalar, { description: 'Date.' })
  date!: string;

  @Field(() => LocalTimeScalar, { description: 'Time of day, to the minute.' })
  time!: string;

  @Field(() => TimeZoneScalar, {
    nullable: true,
    description: 'Time zone of the date and time. Required unless `localTime` is true; then not allowed.',
  })
  timeZone?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Limits the audience to devices with these external user ids, up to 100,000. Empty means no limit; an update without it keeps the ids.',
  })
  externalIds?: string[] | null;
}

@InputType({ description: 'A scheduler that sends every week. An update replaces every field.' })
export class WeeklySchedulerInput extends TimedSchedulerInput {
  @Field(() => [WeeklyTimesInput], { description: 'Days and times; at least one, without duplicates.' })
  times!: WeeklyTimesInput[];

  @Field(() => TimeZoneScalar, {
    nullable: true,
    description: 'Time zone of the times, UTC if omitted. Not allowed if `localTime` is true.',
  })
  timeZone?: string | null;
}

/**
 * Converts the three inputs to the form of the services. GraphQL accepts IANA zones for both timed kinds
 * (docs/rules.md#zones).
 */
export const toSchedulerInput = {
  autoPush: (input: AutoPushSchedulerInput): SchedulerInput => ({
    ...common(input),
    timing: { kind: 'auto-push', delay: input.delay ?? null },
  }),

  oneTime: (input: OneTimeSchedulerInput): SchedulerInput => {
    const { date, time, externalIds } = input;
    const { filters, ...rest } = timed(input);
    return {
      ...rest,
      filters: { ...filters, external_ids: externalIds ?? null },
      keepLists: externalIds ? [] : ['external_ids'],
      timing: { kind: 'one-time', date, time: toMinute(time), ...toZone(input) },
    };
  },

  weekly: (input: WeeklySchedulerInput): SchedulerInput => ({
    ...timed(input),
    timing: {
      kind: 'weekly',
      timeSend: input.times.map(({ day, times }) => ({ day, times: times.map(toMinute) })),
      ...toZone(input),
    },
  }),
} as const;

/** Maps the services' names to paths in the arguments. @param at the path of the input of a scheduler */
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

/** A client that does not know a setting must not remove it by an update. */
const common = ({ name, audience, quietHours, speed, experiment, goals }: AnySchedulerInput) => ({
  name,
  ...toFilters(audience),
  allowIanaZone: true,
  ...(quietHours === undefined ? {} : { quietHours }),
  ...(speed === undefined ? {} : { speed: toSpeed(speed) }),
  ...(experiment === undefined ? {} : { experiment: toExperiment(experiment) }),
  ...givenGoals(goals),
});

const timed = (input: TimedSchedulerInput) => ({
  ...common(input),
  gracePeriod: input.gracePeriod ?? null,
  ...(input.bestHour === undefined ? {} : { bestHour: toBestHour(input.bestHour) }),
});

const toZone = ({
  localTime,
  timeZone,
}: Pick<WeeklySchedulerInput, 'localTime' | 'timeZone'>): { localTime: boolean; timezone: string | null } => ({
  localTime: localTime ?? false,
  timezone: timeZone ?? null,
});

/** A LocalTime can have seconds; a scheduled time has none. The rules report malformed times. */
const toMinute = (time: string): string => (/^\d\d:\d\d:00(\.0+)?$/.test(time) ? time.slice(0, 5) : time);
