import { Field, Int, ObjectType } from 'type-graphql';
import { RUN_STATUS_CODES, type Run, type RunStatus, type RunStatusReason } from '../../entities/run.js';
import type { SchedulerKind } from '../../entities/scheduler.js';
import type { BestHour } from '../../ports/best-hour.js';
import type { Speed } from '../../ports/speed.js';
import { defineEnum, defineMappedEnum } from '../../schema/define-enum.js';
import { Node } from '../../schema/node.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { RUN_STATUS_WORDS } from '../../services/runs/status-code.js';
import { BestHourType } from '../schedulers/best-hour-types.js';
import { SchedulerKindEnum } from '../schedulers/scheduler-enums.js';
import { SpeedType } from '../schedulers/speed-types.js';

export const RunStatusEnum = defineMappedEnum('RunStatus', 'The status of a run.', {
  PLANNING: ['planning', 'The run is being divided into batches.'],
  RUNNING: ['running', 'Messages are being sent.'],
  PAUSED: ['paused', 'Paused by a user, or because too many of its messages failed; see `statusCode`.'],
  FINISHED: ['finished', 'Every message has a final outcome.'],
  CANCELLED: ['cancelled', 'Stopped before it was finished; see `statusMessage`.'],
  MISSED: [
    'missed',
    'Nothing was sent, because the service was down when the run was due, for longer than the grace period.',
  ],
}) satisfies Record<string, RunStatus>;

export const RunStatusReasonEnum = defineEnum('RunStatusReason', 'The reason why there is nothing to send.', {
  NO_ACTIVE_PUSH: 'The scheduler has no active push.',
  NO_APPLICATIONS: 'The filters leave no application: the included ones are archived or excluded.',
  NO_DEVICES: 'The filters reach no device.',
}) satisfies Record<string, RunStatusReason>;

export const RunStatusCodeEnum = defineEnum(
  'RunStatusCode',
  'The reason why a run was cancelled, missed, late or paused.',
  Object.fromEntries(RUN_STATUS_CODES.map((code) => [code, `The message begins with: ${RUN_STATUS_WORDS[code]}.`])),
);

/** Its values are rows of `run`. */
@ObjectType('Run', {
  implements: Node,
  simpleResolvers: true,
  description:
    'One execution of a scheduler: one due time, or for auto-push one hour. Or a message that was sent at once.',
})
export class RunType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id.' })
  readonly id!: number;

  @Field(() => SchedulerKindEnum, { description: 'Kind of its scheduler; ONE_TIME for a message sent at once.' })
  readonly kind!: SchedulerKind;

  @Field(() => DateTimeScalar, { description: 'Due time; for auto-push the start of the hour.' })
  readonly dueAt!: Date;

  @Field(() => RunStatusEnum, { description: 'Status.' })
  readonly status!: RunStatus;

  @Field(() => RunStatusReasonEnum, {
    nullable: true,
    description: 'Why it had nothing to send; null if it had something.',
  })
  readonly statusReason!: RunStatusReason | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why the run was cancelled, missed or stopped on trouble, or how late it was; null otherwise.',
  })
  readonly statusMessage!: string | null;

  @Field(() => SpeedType, { nullable: true, description: 'How fast it sends; null for as fast as possible.' })
  readonly speed!: Speed | null;

  @Field(() => BestHourType, {
    nullable: true,
    description: 'The best hour that its messages wait for, as it was when the run began; null if they do not wait.',
  })
  readonly bestHour!: BestHour | null;

  @Field(() => Int, {
    description: 'Number of devices left out because their local time had passed when the scheduler was activated.',
  })
  readonly leftOut!: number;

  @Field(() => DateTimeScalar, { description: 'When the run started.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the last message got its outcome, or the run was stopped; null before that.',
  })
  readonly finishedAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the history of its messages was deleted, after its retention; null while it is complete. Batches, deliveries, failures and receipts are then empty; counts stay.',
  })
  readonly historyDeletedAt!: Date | null;
}

@ObjectType({ description: 'The state of a run at one moment.', simpleResolvers: true })
export class RunProgress {
  @Field(() => DateTimeScalar, { description: 'When the state was read.' })
  readonly occurredAt!: Date;

  @Field(() => RunType, { description: 'The run with its counts at that moment.' })
  readonly run!: Run;
}
