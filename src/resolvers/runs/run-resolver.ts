import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { DeliveryFailure } from '../../entities/delivery-failure.js';
import { Run } from '../../entities/run.js';
import { Scheduler } from '../../entities/scheduler.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { CostlyToScan } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { type RunStatusCode, statusCodeOf } from '../../services/runs/status-code.js';
import {
  type DeletedHistory,
  deletedHistory,
  FailureWhereInput,
  failureListing,
  LISTED_AS_FAILURES,
} from '../deliveries/delivery-listing.js';
import { FailureConnection } from '../deliveries/delivery-types.js';
import { SchedulerType } from '../schedulers/scheduler-types.js';
import { countMessages, RunBreakdown, RunCounts, toBreakdown } from './run-counts.js';
import { RunOrderInput, RunWhereInput, runListing } from './run-listing.js';
import { RunConnection, RunStatusCodeEnum, RunType } from './run-types.js';

@Resolver(() => RunType)
export class RunResolver {
  @Reads()
  @Query(() => RunType, { nullable: true, description: 'A run, or null if there is none with this id.' })
  async run(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<Run | null> {
    context.require('read');
    const id = databaseIdOf('Run', globalId);
    return id === null ? null : context.loaders.runs.load(id);
  }

  @Reads()
  @Query(() => RunConnection, { description: 'What your schedulers have sent.' })
  runs(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => RunWhereInput, { nullable: true, description: 'Which ones.' }) where?: RunWhereInput | null,
    @Arg('orderBy', () => RunOrderInput, { nullable: true, description: 'How to sort; the latest first if left out.' })
    orderBy?: RunOrderInput | null,
  ): Promise<Connection<Run>> {
    context.require('read');
    const request = toPageRequest(runListing, {
      parentColumn: 'user_id',
      page,
      where: RunWhereInput.toConditions(where, context.caller.userId),
      orderBy: orderBy ?? { field: 'ID', direction: 'DESC' },
    });
    return context.loaders.pages.load(request, context.caller.userId);
  }

  @Reads<Run>('schedulerId')
  @FieldResolver(() => SchedulerType, {
    nullable: true,
    description: 'Its scheduler; null if it has been deleted since.',
  })
  scheduler(@Root() run: Run, @Ctx() context: GraphContext): Promise<Scheduler | null> {
    return context.loaders.schedulers.load(run.schedulerId);
  }

  @Reads<Run>('statusMessage')
  @FieldResolver(() => RunStatusCodeEnum, {
    nullable: true,
    description: 'What `statusMessage` says, for programs; null if there is none, or an earlier release wrote it.',
  })
  statusCode(@Root() { statusMessage }: Run): RunStatusCode | null {
    return statusCodeOf(statusMessage);
  }

  @Reads<Run>('id')
  @FieldResolver(() => RunCounts, { description: 'Its messages by outcome.' })
  async counts(@Root() run: Run, @Ctx() context: GraphContext): Promise<RunCounts> {
    return countMessages(await context.loaders.runCounts.load(run.id));
  }

  @Reads<Run>('id')
  @FieldResolver(() => RunBreakdown, {
    description: 'Its messages by provider, application, language, push and outcome.',
  })
  async breakdown(@Root() run: Run, @Ctx() context: GraphContext): Promise<RunBreakdown> {
    const counts = await context.loaders.runCounts.load(run.id);
    return toBreakdown({ runId: run.id, counts }, context.loaders);
  }

  @CostlyToScan({ cost: 100, where: ['pushId'], orderBy: [] })
  @Reads<Run>('id', 'historyDeletedAt')
  @FieldResolver(() => FailureConnection, { description: 'The messages that did not arrive, each with the reason.' })
  failures(
    @Root() run: Run,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => FailureWhereInput, { nullable: true, description: 'Which ones.' })
    where?: FailureWhereInput | null,
  ): Promise<Connection<DeliveryFailure>> | DeletedHistory {
    const conditions = FailureWhereInput.toConditions(where);
    if (run.historyDeletedAt) {
      return deletedHistory(run.historyDeletedAt, async () =>
        conditions.length === 0 ? countFailures(context, run.id) : 0,
      );
    }
    const orderBy = { field: 'KEY', direction: 'ASC' } as const;
    const request = toPageRequest(failureListing, { parentColumn: 'run_id', page, where: conditions, orderBy });
    return context.loaders.pages.load(request, run.id);
  }
}

const countFailures = async ({ loaders }: GraphContext, runId: number): Promise<number> =>
  (await loaders.runCounts.load(runId))
    .filter(({ outcome }) => LISTED_AS_FAILURES.has(outcome))
    .reduce((sum, { count }) => sum + count, 0);
