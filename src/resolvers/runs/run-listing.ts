import { Field, ID, InputType, registerEnumType } from 'type-graphql';
import { Run, type RunStatus } from '../../entities/run.js';
import type { SchedulerKind } from '../../entities/scheduler.js';
import { databaseIdOf } from '../../schema/global-id.js';
import {
  type Condition,
  compare,
  conditions,
  type Direction,
  isOneOf,
  type Listing,
  number,
  OrderDirectionEnum,
} from '../../schema/paging/listing.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { RUN_SNAPSHOT_COLUMNS } from '../../services/runs/run-query-service.js';
import { SchedulerKindEnum, toStoredKinds } from '../schedulers/scheduler-enums.js';
import { appCondition, reaching } from '../schedulers/scheduler-listing.js';
import { RunStatusEnum } from './run-types.js';

export const RunSortEnum = { ID: 'ID', DUE_AT: 'DUE_AT', CREATED_AT: 'CREATED_AT' } as const;
type RunSort = keyof typeof RunSortEnum;

registerEnumType(RunSortEnum, {
  name: 'RunSort',
  description: 'What runs can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they began.' },
    DUE_AT: { description: 'The moment that they were due.' },
    CREATED_AT: { description: 'When it began.' },
  },
});

export const runListing: Listing<Run, RunSort> = {
  name: 'run',
  entity: Run,
  table: 'run',
  omit: RUN_SNAPSHOT_COLUMNS,
  key: [number('id')],
  sorts: { ID: [], DUE_AT: [number('due_at')], CREATED_AT: [number('created_at')] },
};

/**
 * Runs that have messages for the devices of applications, by `app_id`. Not EXISTS: MySQL would first gather all counts
 * of the application.
 */
export const appRunListing: typeof runListing = {
  ...runListing,
  name: 'runOfApp',
  isLarge: true,
  table: `(SELECT r.*, a.id AS app_id FROM app a JOIN run r ON r.user_id = a.user_id
    WHERE (SELECT 1 FROM batch_count c WHERE c.app_id = a.id AND c.run_id = r.id LIMIT 1) IS NOT NULL)`,
};

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

  @Field(() => ID, {
    nullable: true,
    description: 'Of schedulers that send to this application as things stand; deleted schedulers send to none.',
  })
  appId?: string | null;

  static toConditions(where: RunWhereInput | null | undefined, userId: number): Condition[] {
    const schedulerIds = where?.schedulerIds?.flatMap((id) => databaseIdOf('Scheduler', id) ?? []);
    return conditions(
      isOneOf('status', where?.status),
      isOneOf('kind', toStoredKinds(where?.kind)),
      isOneOf('scheduler_id', schedulerIds),
      compare('due_at', '>=', where?.dueFrom),
      compare('due_at', '<', where?.dueBefore),
      reaching(appCondition(where?.appId, userId), userId, 'scheduler_id'),
    );
  }
}

@InputType({ description: 'How to sort runs. Equals are sorted by id.' })
export class RunOrderInput {
  @Field(() => RunSortEnum, { description: 'By what.' })
  field!: keyof typeof RunSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
