import { Ctx, FieldResolver, Float, Int, Resolver, Root } from 'type-graphql';
import { App } from '../../entities/app.js';
import { Batch } from '../../entities/batch.js';
import { Run } from '../../entities/run.js';
import { GraphContext } from '../../schema/context.js';
import type { Connection } from '../../schema/paging/connection.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { AppType } from '../apps/app-types.js';
import type { DeletedHistory } from '../deliveries/delivery-listing.js';
import { BatchConnection, BatchType } from './batch-types.js';
import { countMessages, RunCounts } from './run-counts.js';
import { RunType } from './run-types.js';

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
