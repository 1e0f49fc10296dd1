import { Field, Int, InterfaceType, ObjectType } from 'type-graphql';
import { Run, type RunStatusReason } from '../../entities/run.js';
import { Scheduler, type SchedulerKind } from '../../entities/scheduler.js';
import type { BestHour } from '../../ports/best-hour.js';
import type { Experiment } from '../../ports/experiment.js';
import type { Goal } from '../../ports/goals.js';
import type { Speed } from '../../ports/speed.js';
import type { ExplainedLocal } from '../../schedule/explain-moment.js';
import { defineMutations } from '../../schema/mutations/define-mutations.js';
import { Node } from '../../schema/node.js';
import { DateTimeScalar, LocalTimeScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import { RunStatusReasonEnum, RunType } from '../runs/run-types.js';
import { BestHourType } from './best-hour-types.js';
import { ExperimentType } from './experiment-types.js';
import { GoalType } from './goal-types.js';
import { ClockChangeEnum, SchedulerKindEnum } from './scheduler-enums.js';
import { SpeedType } from './speed-types.js';

/** Its values are rows of `scheduler`. */
@InterfaceType('Scheduler', {
  implements: Node,
  description: 'Decides when its pushes are sent, and to which devices.',
})
export abstract class SchedulerType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id, as in REST.' })
  readonly id!: number;

  @Field(() => SchedulerKindEnum, { description: 'The trigger of the scheduler.' })
  readonly kind!: SchedulerKind;

  @Field(() => String, { description: 'Name, 1 to 255 characters.' })
  readonly name!: string;

  @Field(() => Boolean, { description: 'True if active: it sends at its times, or after its events.' })
  readonly active!: boolean;

  @Field(() => Boolean, { description: 'True if archived: it cannot be activated until it is restored.' })
  readonly archived!: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The next time at which it sends; null while inactive, and for auto-push.',
  })
  readonly nextDueAt!: Date | null;

  @Field(() => SpeedType, { nullable: true, description: 'How fast each run sends; null for as fast as possible.' })
  readonly speed!: Speed | null;

  @Field(() => BestHourType, {
    nullable: true,
    description: "Makes messages wait for each user's best hour; null if they do not wait, as always for auto-push.",
  })
  readonly bestHour!: BestHour | null;

  @Field(() => [GoalType], { nullable: true, description: 'Its goals; null if it has none.' })
  readonly goals!: readonly Goal[] | null;

  @Field(() => ExperimentType, {
    nullable: true,
    description: 'Sends each user one of the pushes instead of all; null: every push.',
  })
  readonly experiment!: Experiment | null;

  @Field(() => DateTimeScalar, { description: 'When the scheduler was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the scheduler was last changed.' })
  readonly updatedAt!: Date;
}

// `scheduler-kinds-resolver.ts` has the fields of the three kinds: none of them is a plain column.

@ObjectType({
  implements: [Node, SchedulerType],
  simpleResolvers: true,
  description: 'Sends to a device after an event on it. `conversion` in REST.',
})
export class AutoPushScheduler {}

@ObjectType({
  implements: [Node, SchedulerType],
  simpleResolvers: true,
  description: 'Sends once, at a date and time. `onesend` in REST.',
})
export class OneTimeScheduler {}

@ObjectType({
  implements: [Node, SchedulerType],
  simpleResolvers: true,
  description: 'Sends on fixed days and times of every week. `smartweekly` in REST.',
})
export class WeeklyScheduler {}

@ObjectType({ description: 'The times of one day of the week.', simpleResolvers: true })
export class WeeklyTimes {
  @Field(() => Int, { description: 'Day of the week, 1 (Monday) to 7 (Sunday), as in ISO 8601.' })
  readonly day!: number;

  @Field(() => [LocalTimeScalar], { description: 'Times of day, to the minute.' })
  readonly times!: readonly string[];
}

@ObjectType({ description: 'An instant at which a scheduler sends.', simpleResolvers: true })
export class SchedulerMoment {
  @Field(() => DateTimeScalar, { description: 'The instant.' })
  readonly at!: Date;

  @Field(() => [MomentLocalTime], { description: 'The local times that fall on this instant; at least one.' })
  readonly localTimes!: readonly MomentLocalTime[];
}

@ObjectType({ description: 'A local time that falls on an instant, and its time zones.', simpleResolvers: true })
export class MomentLocalTime {
  @Field(() => String, { description: 'The scheduled local time, `YYYY-MM-DDTHH:MM`.' })
  readonly local!: string;

  @Field(() => [TimeZoneScalar], {
    description: 'The time zones in which the local time falls on this instant, sorted.',
  })
  readonly zones!: readonly string[];

  @Field(() => ClockChangeEnum, { description: 'The effect of a clock change on the local time.' })
  readonly clockChange!: ExplainedLocal['clockChange'];

  @Field(() => String, { nullable: true, description: 'The effect of a clock change in one sentence; null if none.' })
  readonly note!: string | null;
}

@ObjectType({ description: 'The state of a scheduler at one moment.', simpleResolvers: true })
export class SchedulerStatus {
  @Field(() => DateTimeScalar, { description: 'When the state was read.' })
  readonly occurredAt!: Date;

  @Field(() => SchedulerType, { description: 'The scheduler at that moment.' })
  readonly scheduler!: Scheduler;

  @Field(() => RunType, { nullable: true, description: 'Its latest run with its counts; null before the first run.' })
  readonly latestRun!: Run | null;
}

@ObjectType({ description: 'A reason why a scheduler would send nothing now.', simpleResolvers: true })
export class SchedulerWarning {
  @Field(() => RunStatusReasonEnum, {
    description: 'Machine-readable: the `statusReason` that its next run would have.',
  })
  readonly code!: RunStatusReason;

  @Field(() => String, { description: 'One sentence for people: what is wrong and how to fix it.' })
  readonly message!: string;
}

export const SCHEDULERS = defineMutations({
  type: 'Scheduler',
  noun: 'scheduler',
  field: 'scheduler',
  output: () => SchedulerType,
  names: { root: '', places: {} },
});

export interface SchedulerPayload {
  readonly scheduler: Scheduler | null;
}
