import { Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { App } from '../../entities/app.js';
import { Batch, type BatchStatus } from '../../entities/batch.js';
import { Run } from '../../entities/run.js';
import { GraphContext } from '../../schema/context.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
import { Node } from '../../schema/node.js';
import type { Connection } from '../../schema/paging/connection.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_ID } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { anyOf, anyOfIds } from '../../schema/paging/where-fields.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { BATCH_LISTS } from '../../services/runs/run-parts-queries.js';
import { AppType } from '../apps/app-types.js';
import type { DeletedHistory } from '../deliveries/delivery-listing.js';
import { countMessages, RunCounts } from './run-counts.js';
import { RunType } from './run-types.js';

export const BatchStatusEnum = defineMappedEnum('BatchStatus', 'The status of a batch.', {
  PENDING: ['pending', 'Waiting for a worker, or until `waitsUntil`.'],
  RUNNING: ['running', 'Claimed by a worker until `leasedUntil`. After that another worker may take over.'],
  DONE: ['done', 'The whole range has been processed. Single messages may still await a retry.'],
  CANCELLED: ['cancelled', 'The run was stopped before the batch was finished.'],
}) satisfies Record<string, BatchStatus>;

/** Its values are rows of `batch`. */
@ObjectType('Batch', {
  implements: Node,
  simpleResolvers: true,
  description: 'Part of a run: the devices of one application within a range of ids. One worker sends it at a time.',
})
export class BatchType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id.' })
  readonly id!: number;

  @Field(() => BatchStatusEnum, { description: 'Status.' })
  readonly status!: BatchStatus;

  @Field(() => Int, {
    description: 'Number of times that a worker has claimed the batch. Several after a pause, an error or a crash.',
  })
  readonly attempts!: number;
}

export const batchListing = defineListing({
  name: 'batch',
  noun: 'Batch',
  plural: 'batches',
  type: () => BatchType,
  connection: { hasRetention: true },
  entity: Batch,
  table: 'batch',
  omit: BATCH_LISTS,
  key: [number('id')],
  sorts: {
    ID: BY_ID,
    ATTEMPTS: { by: [number('attempts')], description: 'Number of times that a worker has claimed the batch.' },
  },
  where: {
    status: anyOf(BatchStatusEnum, 'status', 'Batches with any of these statuses.'),
    appIds: anyOfIds('App', 'app_id', 'Batches of any of these applications.'),
  },
});

@Resolver(() => BatchType)
export class BatchResolver {
  @FieldResolver(() => RunType, { description: 'The run that the batch belongs to.' })
  run(@Root() { runId }: Batch, @Ctx() context: GraphContext): Promise<Run | null> {
    return context.loaders.runs.load(runId);
  }

  @FieldResolver(() => AppType, { nullable: true, description: 'The application; null if it has since been deleted.' })
  app(@Root() { appId }: Batch, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(appId);
  }

  @FieldResolver(() => String, { description: 'Lower bound of the range, exclusive: a `deviceId`, in numeric order.' })
  afterDeviceId(@Root() { fromId }: Batch): string {
    return String(fromId);
  }

  @FieldResolver(() => String, { description: 'Upper bound of the range, inclusive: a `deviceId`, in numeric order.' })
  upToDeviceId(@Root() { toId }: Batch): string {
    return String(toId);
  }

  @FieldResolver(() => String, {
    description: 'Progress within the range: devices up to this `deviceId` have been processed.',
  })
  cursorDeviceId(@Root() { cursorId }: Batch): string {
    return String(cursorId);
  }

  @FieldResolver(() => Float, { description: 'Processed share of the range, 0 to 1.' })
  progress(@Root() { fromId, toId, cursorId, status }: Batch): number {
    if (status === 'done' || toId <= fromId) return 1;
    return Math.min(1, Math.max(0, (cursorId - fromId) / (toId - fromId)));
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the lease of its worker expires; a live worker extends it. Null if no worker has the batch.',
  })
  leasedUntil(@Root() { status, leaseUntil }: Batch): Date | null {
    return status === 'running' ? leaseUntil : null;
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'Earliest time of the next claim, after an error; null if a worker may claim the batch now.',
  })
  waitsUntil(@Root() { status, notBefore }: Batch): Date | null {
    return status === 'pending' ? notBefore : null;
  }

  @FieldResolver(() => RunCounts, { description: 'Number of messages by outcome.' })
  async counts(@Root() { id, runId }: Batch, @Ctx() context: GraphContext): Promise<RunCounts> {
    return countMessages(await context.loaders.batchCounts.load({ id, runId }));
  }
}

/** Rows are read only when requested: a progress bar reads `total` and `done` several times a second. */
export interface BatchPage {
  readonly runId: number;
  readonly historyDeletedAt: Date | null;
  read(): Promise<Connection<Batch> | DeletedHistory>;
}

/** The totals need no rows of the list. */
@Resolver(() => batchListing.Connection)
export class BatchConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of batches of the run, ignoring `where`.' })
  async total(@Root() { runId }: BatchPage, @Ctx() context: GraphContext): Promise<number> {
    return (await context.loaders.runBatches.load(runId)).total;
  }

  @FieldResolver(() => Int, { description: 'Number of finished batches of the run, ignoring `where`.' })
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
