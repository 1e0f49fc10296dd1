import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Run, type RunStatus, type RunStatusReason } from '../../entities/run.js';
import type { SchedulerKind } from '../../entities/scheduler.js';
import { Reads } from '../../schema/columns/reads.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { RUN_STATUS_CODES, RUN_STATUS_WORDS } from '../../services/runs/status-code.js';
import { SchedulerKindEnum } from '../schedulers/scheduler-enums.js';

export const RunStatusEnum = {
  PLANNING: 'planning',
  RUNNING: 'running',
  PAUSED: 'paused',
  FINISHED: 'finished',
  CANCELLED: 'cancelled',
  MISSED: 'missed',
} as const satisfies Record<string, RunStatus>;

registerEnumType(RunStatusEnum, {
  name: 'RunStatus',
  description: 'How far a run has got.',
  valuesConfig: {
    PLANNING: { description: 'Its batches are being cut.' },
    RUNNING: { description: 'Messages are being sent.' },
    PAUSED: { description: 'A user has paused it.' },
    FINISHED: { description: 'Every message has its outcome.' },
    CANCELLED: { description: 'It was stopped before it was through; see `statusMessage`.' },
    MISSED: { description: 'The service was down for longer than the grace period at its moment; nothing was sent.' },
  },
});

export const RunStatusReasonEnum = {
  NO_ACTIVE_PUSH: 'NO_ACTIVE_PUSH',
  NO_APPLICATIONS: 'NO_APPLICATIONS',
  NO_DEVICES: 'NO_DEVICES',
} as const satisfies Record<string, RunStatusReason>;

registerEnumType(RunStatusReasonEnum, {
  name: 'RunStatusReason',
  description: 'Why there is nothing to send.',
  valuesConfig: {
    NO_ACTIVE_PUSH: { description: 'No push that is active and not archived is bound to the scheduler.' },
    NO_APPLICATIONS: { description: 'Its lists leave no application: those that they name are archived or excluded.' },
    NO_DEVICES: { description: 'No device is reached.' },
  },
});

export const RunStatusCodeEnum = Object.fromEntries(RUN_STATUS_CODES.map((code) => [code, code]));

registerEnumType(RunStatusCodeEnum, {
  name: 'RunStatusCode',
  description: 'Why a run was cancelled, missed or late.',
  valuesConfig: Object.fromEntries(
    RUN_STATUS_CODES.map((code) => [code, { description: `Its message begins with: ${RUN_STATUS_WORDS[code]}.` }]),
  ),
});

/** Its values are rows of `run`. */
@ObjectType('Run', {
  implements: Node,
  simpleResolvers: true,
  description: 'One sending of a scheduler: one moment, or for auto-push one hour.',
})
export class RunType {
  @Field(() => Int, { name: 'databaseId', description: 'The number of the run.' })
  readonly id!: number;

  @Reads<Run>('schedulerId')
  @Field(() => Int, {
    name: 'schedulerDatabaseId',
    simple: false,
    description: 'The REST id of its scheduler, also of one that has been deleted since.',
  })
  readonly schedulerId!: number;

  @Field(() => SchedulerKindEnum, { description: 'The kind of its scheduler.' })
  readonly kind!: SchedulerKind;

  @Field(() => DateTimeScalar, { description: 'The moment that it was due; for auto-push the start of its hour.' })
  readonly dueAt!: Date;

  @Field(() => RunStatusEnum, { description: 'How far it has got.' })
  readonly status!: RunStatus;

  @Field(() => RunStatusReasonEnum, { nullable: true, description: 'Why it had nothing to send; null if it had.' })
  readonly statusReason!: RunStatusReason | null;

  @Field(() => String, { nullable: true, description: 'Why it was cancelled or missed, or by how much it was late.' })
  readonly statusMessage!: string | null;

  @Field(() => Int, {
    description: 'Devices that the filters reach but whose local moment had passed when the scheduler was activated.',
  })
  readonly leftOut!: number;

  @Field(() => DateTimeScalar, { description: 'When it began.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When its last message got its outcome, or when it was stopped.',
  })
  readonly finishedAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the history of its single messages was deleted, past its retention: batches, deliveries, failures and receipts are empty lists since, and which device got what is not known any more. What is counted stays as it was. Null: all of it is there.',
  })
  readonly historyDeletedAt!: Date | null;
}

export const RunConnection = connectionType('Run', 'runs', () => RunType);

@ObjectType({ description: 'The answer to a change of a run.', simpleResolvers: true })
export class RunPayload {
  @Field(() => RunType, { nullable: true, description: 'The run as it is now; null if nothing was changed.' })
  readonly run!: Run | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'Where a run stood at one moment.', simpleResolvers: true })
export class RunProgress {
  @Field(() => DateTimeScalar, { description: 'When this was read.' })
  readonly occurredAt!: Date;

  @Field(() => RunType, { description: 'The run with its counts at that moment.' })
  readonly run!: Run;
}
