import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Batch } from '../entities/batch.js';
import { BatchConnection } from '../schema/connections.js';
import { GraphContext } from '../schema/context.js';
import type { DeletedHistory } from '../schema/mapping/deleted-history.js';
import type { Connection } from '../schema/paging/connection.js';

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
