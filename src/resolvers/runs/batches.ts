import {
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  InputType,
  Int,
  ObjectType,
  Resolver,
  Root,
  registerEnumType,
} from 'type-graphql';
import { App } from '../../entities/app.js';
import { Batch, type BatchStatus } from '../../entities/batch.js';
import { Run } from '../../entities/run.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Node } from '../../schema/node.js';
import type { Connection } from '../../schema/paging/connection.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import {
  type Condition,
  conditions,
  type Direction,
  isOneOf,
  type Listing,
  number,
  OrderDirectionEnum,
} from '../../schema/paging/listing.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { AppType } from '../apps/app-types.js';
import type { DeletedHistory } from '../deliveries/delivery-listing.js';
import { countMessages, RunCounts } from './run-counts.js';
import { RunType } from './run-types.js';

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

@Resolver(() => BatchType)
export class BatchResolver {
  @FieldResolver(() => RunType, { description: 'The run that it is a part of.' })
  run(@Root() { runId }: Batch, @Ctx() context: GraphContext): Promise<Run | null> {
    return context.loaders.runs.load(runId);
  }

  @FieldResolver(() => AppType, { nullable: true, description: 'The application; null if it has been deleted since.' })
  app(@Root() { appId }: Batch, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(appId);
  }

  @FieldResolver(() => String, { description: 'Its devices have a `deviceId` after this one …' })
  afterDeviceId(@Root() { fromId }: Batch): string {
    return String(fromId);
  }

  @FieldResolver(() => String, { description: '… and up to this one, in the order of numbers.' })
  upToDeviceId(@Root() { toId }: Batch): string {
    return String(toId);
  }

  @FieldResolver(() => String, {
    description: 'What it has come to: devices up to this one have been judged and recorded.',
  })
  cursorDeviceId(@Root() { cursorId }: Batch): string {
    return String(cursorId);
  }

  @FieldResolver(() => Float, { description: 'The share of its range that it has come past, 0 to 1.' })
  progress(@Root() { fromId, toId, cursorId, status }: Batch): number {
    if (status === 'done' || toId <= fromId) return 1;
    return Math.min(1, Math.max(0, (cursorId - fromId) / (toId - fromId)));
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'Until when a worker has it; one that lives moves this on. Null: none has it.',
  })
  leasedUntil(@Root() { status, leaseUntil }: Batch): Date | null {
    return status === 'running' ? leaseUntil : null;
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'Not taken before this, after an error; null: at once.',
  })
  waitsUntil(@Root() { status, notBefore }: Batch): Date | null {
    return status === 'pending' ? notBefore : null;
  }

  @FieldResolver(() => RunCounts, { description: 'Its messages by outcome.' })
  async counts(@Root() { id, runId }: Batch, @Ctx() context: GraphContext): Promise<RunCounts> {
    return countMessages(await context.loaders.batchCounts.load({ id, runId }));
  }
}

/** Read only if asked for: a progress bar wants but `total` and `done`, several times a second. */
export interface BatchPage {
  readonly runId: number;
  readonly historyDeletedAt: Date | null;
  read(): Promise<Connection<Batch> | DeletedHistory>;
}

/** A list whose totals are there without it. */
@Resolver(() => BatchConnection)
export class BatchConnectionResolver {
  @FieldResolver(() => Int, { description: 'How many the run has, whatever `where` says.' })
  async total(@Root() { runId }: BatchPage, @Ctx() context: GraphContext): Promise<number> {
    return (await context.loaders.runBatches.load(runId)).total;
  }

  @FieldResolver(() => Int, { description: 'How many of them are through.' })
  async done(@Root() { runId }: BatchPage, @Ctx() context: GraphContext): Promise<number> {
    return (await context.loaders.runBatches.load(runId)).done;
  }

  @FieldResolver()
  async nodes(@Root() page: BatchPage): Promise<unknown> {
    return (await page.read()).nodes;
  }

  @FieldResolver()
  async edges(@Root() page: BatchPage): Promise<unknown> {
    return (await page.read()).edges;
  }

  @FieldResolver()
  async pageInfo(@Root() page: BatchPage): Promise<unknown> {
    return (await page.read()).pageInfo;
  }

  @FieldResolver()
  async totalCount(@Root() page: BatchPage): Promise<unknown> {
    return (await page.read()).totalCount();
  }
}
