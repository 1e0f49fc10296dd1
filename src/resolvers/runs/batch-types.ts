import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Batch, type BatchStatus } from '../../entities/batch.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Node } from '../../schema/node.js';
import { conditions, isOneOf } from '../../schema/paging/conditions.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import {
  type Condition,
  type Direction,
  type Listing,
  number,
  OrderDirectionEnum,
} from '../../schema/paging/listing.js';

export const BatchStatusEnum = {
  PENDING: 'pending',
  RUNNING: 'running',
  DONE: 'done',
  CANCELLED: 'cancelled',
} as const satisfies Record<string, BatchStatus>;

registerEnumType(BatchStatusEnum, {
  name: 'BatchStatus',
  description: 'How far a batch has got.',
  valuesConfig: {
    PENDING: { description: 'Waits for a worker, or for `waitsUntil`.' },
    RUNNING: { description: 'A worker has it, until `leasedUntil` at least; after that another may take it over.' },
    DONE: { description: 'It has come to the end of its range; single messages may wait for another try.' },
    CANCELLED: { description: 'Its run was stopped before it was through.' },
  },
});

/** Its values are rows of `batch`. */
@ObjectType('Batch', {
  implements: Node,
  simpleResolvers: true,
  description: 'A part of a run: the devices of one application within a range of ids, sent by one worker at a time.',
})
export class BatchType {
  @Field(() => Int, { name: 'databaseId', description: 'The number of the batch.' })
  readonly id!: number;

  @Field(() => BatchStatusEnum, { description: 'How far it has got.' })
  readonly status!: BatchStatus;

  @Field(() => Int, {
    description: 'How often a worker has taken it; more than once after a pause, an error or a crash.',
  })
  readonly attempts!: number;
}

export const BatchConnection = connectionType('Batch', 'batches', () => BatchType, { hasRetention: true });

export const BatchSortEnum = { ID: 'ID', ATTEMPTS: 'ATTEMPTS' } as const;
type BatchSort = keyof typeof BatchSortEnum;

registerEnumType(BatchSortEnum, {
  name: 'BatchSort',
  description: 'What batches can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were cut.' },
    ATTEMPTS: { description: 'How often a worker has taken it.' },
  },
});

export const batchListing: Listing<Batch, BatchSort> = {
  name: 'batch',
  entity: Batch,
  table: 'batch',
  key: [number('id')],
  sorts: { ID: [], ATTEMPTS: [number('attempts')] },
};

@InputType({ description: 'Which batches; all conditions must hold.' })
export class BatchWhereInput {
  @Field(() => [BatchStatusEnum], { nullable: true, description: 'With one of these statuses.' })
  status?: BatchStatus[] | null;

  @Field(() => [ID], { nullable: true, description: 'Of one of these applications.' })
  appIds?: string[] | null;

  static toConditions(where: BatchWhereInput | null | undefined): Condition[] {
    const appIds = where?.appIds?.flatMap((id) => databaseIdOf('App', id) ?? []);
    return conditions(isOneOf('status', where?.status), isOneOf('app_id', appIds));
  }
}

@InputType({ description: 'How to sort batches. Equals are sorted by id.' })
export class BatchOrderInput {
  @Field(() => BatchSortEnum, { description: 'By what.' })
  field!: keyof typeof BatchSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
