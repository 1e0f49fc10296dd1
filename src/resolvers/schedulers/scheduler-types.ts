import { Field, Int, InterfaceType, ObjectType } from 'type-graphql';
import { Run, type RunStatusReason } from '../../entities/run.js';
import { Scheduler, type SchedulerKind } from '../../entities/scheduler.js';
import type { ExplainedLocal } from '../../schedule/explain-moment.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar, LocalTimeScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import { RunStatusReasonEnum, RunType } from '../runs/run-types.js';
import { ClockChangeEnum, SchedulerKindEnum } from './scheduler-enums.js';

/** Its values are rows of `scheduler`. */
@InterfaceType('Scheduler', {
  implements: Node,
  description: 'When and to whom its bound pushes are sent.',
})
export abstract class SchedulerType {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  readonly id!: number;

  @Field(() => SchedulerKindEnum, { description: 'What makes it send.' })
  readonly kind!: SchedulerKind;

  @Field(() => String, { description: 'The name, 1 to 255 characters.' })
  readonly name!: string;

  @Field(() => Boolean, { description: 'Active: it sends when its time comes.' })
  readonly active!: boolean;

  @Field(() => Boolean, { description: 'Archived: it cannot be activated until it is restored.' })
  readonly archived!: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The next moment at which it sends; null while inactive and for auto-push.',
  })
  readonly nextDueAt!: Date | null;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  readonly updatedAt!: Date;
}

export const SchedulerConnection = connectionType('Scheduler', 'schedulers', () => SchedulerType);

/** Its own field is in `auto-push-scheduler-resolver.ts`. */
@ObjectType({
  implements: [Node, SchedulerType],
  simpleResolvers: true,
  description: 'Sends to a device after an event of it. REST: `conversion`.',
})
export class AutoPushScheduler {}

/** Its own fields are in `scheduler-kinds-resolver.ts`: none is a column as it stands. */
@ObjectType({
  implements: [Node, SchedulerType],
  simpleResolvers: true,
  description: 'Sends once, at a date and time. REST: `onesend`.',
})
export class OneTimeScheduler {}

/** Its own fields are in `weekly-scheduler-resolver.ts`: none is a column as it stands. */
@ObjectType({
  implements: [Node, SchedulerType],
  simpleResolvers: true,
  description: 'Sends on days and at times of every week. REST: `smartweekly`.',
})
export class WeeklyScheduler {}

@ObjectType({ description: 'The times of one day of the week.', simpleResolvers: true })
export class WeeklyTimes {
  @Field(() => Int, { description: '1 Monday to 7 Sunday (ISO 8601).' })
  readonly day!: number;

  @Field(() => [LocalTimeScalar], { description: 'Times of day, to the minute.' })
  readonly times!: readonly string[];
}

@ObjectType({ description: 'An instant at which a scheduler sends.', simpleResolvers: true })
export class SchedulerMoment {
  @Field(() => DateTimeScalar, { description: 'The instant.' })
  readonly at!: Date;

  @Field(() => [MomentLocalTime], { description: 'The local times that come at this instant; at least one.' })
  readonly localTimes!: readonly MomentLocalTime[];
}

@ObjectType({ description: 'What clocks show at a moment, and which clocks.', simpleResolvers: true })
export class MomentLocalTime {
  @Field(() => String, { description: 'The local time that was asked for, `YYYY-MM-DDTHH:MM`.' })
  readonly local!: string;

  @Field(() => [TimeZoneScalar], { description: 'The zones whose local time comes at this moment, sorted.' })
  readonly zones!: readonly string[];

  @Field(() => ClockChangeEnum, { description: 'What a change of the clocks does with it.' })
  readonly clockChange!: ExplainedLocal['clockChange'];

  @Field(() => String, { nullable: true, description: 'One sentence where a change of the clocks touches it.' })
  readonly note!: string | null;
}

@ObjectType({ description: 'Where a scheduler stood at one moment.', simpleResolvers: true })
export class SchedulerStatus {
  @Field(() => DateTimeScalar, { description: 'When this was read.' })
  readonly occurredAt!: Date;

  @Field(() => SchedulerType, { description: 'The scheduler at that moment.' })
  readonly scheduler!: Scheduler;

  @Field(() => RunType, { nullable: true, description: 'Its latest run with its counts; null if it has never run.' })
  readonly latestRun!: Run | null;
}

@ObjectType({ description: 'Why a scheduler would send nothing as it is now.', simpleResolvers: true })
export class SchedulerWarning {
  @Field(() => RunStatusReasonEnum, { description: 'For programs: the `statusReason` that its next run would have.' })
  readonly code!: RunStatusReason;

  @Field(() => String, { description: 'One sentence for people: what is wrong and what to do.' })
  readonly message!: string;
}

@ObjectType({ description: 'The answer to a change of a scheduler.', simpleResolvers: true })
export class SchedulerPayload {
  @Field(() => SchedulerType, {
    nullable: true,
    description: 'The scheduler as it is now; null if nothing was changed.',
  })
  readonly scheduler!: Scheduler | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
