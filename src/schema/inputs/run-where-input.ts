import { Field, ID, InputType } from 'type-graphql';
import type { RunStatus } from '../../entities/run.js';
import type { SchedulerKind } from '../../entities/scheduler.js';
import { RunStatusEnum } from '../enums/run-status-enum.js';
import { SchedulerKindEnum } from '../enums/scheduler-kind-enum.js';
import { databaseIdOf } from '../global-id.js';
import { compare, conditions, isOneOf } from '../paging/conditions.js';
import type { Condition } from '../paging/listing.js';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';

@InputType({ description: 'Which runs; all conditions must hold.' })
export class RunWhereInput {
  @Field(() => [RunStatusEnum], { nullable: true, description: 'With one of these statuses.' })
  status?: RunStatus[] | null;

  @Field(() => [SchedulerKindEnum], { nullable: true, description: 'Of schedulers of one of these kinds.' })
  kind?: SchedulerKind[] | null;

  @Field(() => [ID], { nullable: true, description: 'Of one of these schedulers.' })
  schedulerIds?: string[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Due at this moment or later.' })
  dueFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Due before this moment.' })
  dueBefore?: Date | null;

  static toConditions(where: RunWhereInput | null | undefined): Condition[] {
    const schedulerIds = where?.schedulerIds?.flatMap((id) => databaseIdOf('Scheduler', id) ?? []);
    return conditions(
      isOneOf('status', where?.status),
      isOneOf('kind', where?.kind),
      isOneOf('scheduler_id', schedulerIds),
      compare('due_at', '>=', where?.dueFrom),
      compare('due_at', '<', where?.dueBefore),
    );
  }
}
