import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { Run, type RunStatusCode, schedulerIdOf } from '../../entities/run.js';
import { Scheduler } from '../../entities/scheduler.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { deletedHistory, failureListing, LISTED_AS_FAILURES } from '../deliveries/delivery-listing.js';
import { SchedulerType } from '../schedulers/scheduler-types.js';
import { countMessages, RunBreakdown, RunCounts, toBreakdown } from './run-counts.js';
import { runListing } from './run-listing.js';
import { RunStatusCodeEnum, RunType } from './run-types.js';

@Resolver(() => RunType)
export class RunResolver {
  @Reads<Run>('schedulerId')
  @FieldResolver(() => Int, {
    description: 'Numeric id of its scheduler, even if it has since been deleted; 0 for a message sent at once.',
  })
  schedulerDatabaseId(@Root() run: Run): number {
    return schedulerIdOf(run) ?? 0;
  }

  @Reads<Run>('schedulerId')
  @FieldResolver(() => SchedulerType, {
    nullable: true,
    description: 'The scheduler; null if it has since been deleted, and for a message sent at once.',
  })
  async scheduler(@Root() run: Run, @Ctx() context: GraphContext): Promise<Scheduler | null> {
    const id = schedulerIdOf(run);
    return id === undefined ? null : context.loaders.schedulers.load(id);
  }

  @Reads<Run>('statusMessage', 'statusCode')
  @FieldResolver(() => RunStatusCodeEnum, {
    nullable: true,
    description: 'The code of `statusMessage`; null if there is no message, or an earlier release wrote it.',
  })
  statusCode(@Root() { statusMessage, statusCode }: Run): RunStatusCode | null {
    return statusMessage === null ? null : statusCode;
  }

  @Reads<Run>('id')
  @FieldResolver(() => RunCounts, { description: 'Number of messages by outcome.' })
  async counts(@Root() run: Run, @Ctx() context: GraphContext): Promise<RunCounts> {
    return countMessages(await context.loaders.runCounts.load(run.id));
  }

  @Reads<Run>('id')
  @FieldResolver(() => RunBreakdown, {
    description: 'Number of messages by provider, application, language, push and outcome.',
  })
  async breakdown(@Root() run: Run, @Ctx() context: GraphContext): Promise<RunBreakdown> {
    const counts = await context.loaders.runCounts.load(run.id);
    return toBreakdown({ runId: run.id, counts }, context.loaders);
  }
}

addNodeQuery(RunResolver, 'run', { type: 'Run', noun: 'run', output: () => RunType });

runListing.addQuery(RunResolver, 'runs', {
  description: 'The runs of your schedulers.',
  orderBy: { field: 'ID', direction: 'DESC' },
});

failureListing.addField<Run>(RunResolver, 'failures', {
  description: 'The messages that did not arrive, each with its reason.',
  parentColumn: 'run_id',
  reads: ['id', 'historyDeletedAt'],
  scan: { cost: 100, where: ['pushId'], orderBy: [] },
  resolve: async (asked, context, { id, historyDeletedAt }) => {
    const where = await failureListing.conditions(asked.where, context);
    if (historyDeletedAt) {
      return deletedHistory(historyDeletedAt, async () => (where.length === 0 ? countFailures(context, id) : 0));
    }
    const rows = { listing: failureListing.listing, parentColumn: 'run_id' };
    return context.loaders.pages.load(failureListing.pageRequest(asked, rows, where), id);
  },
});

const countFailures = async ({ loaders }: GraphContext, runId: number): Promise<number> =>
  (await loaders.runCounts.load(runId))
    .filter(({ outcome }) => LISTED_AS_FAILURES.has(outcome))
    .reduce((sum, { count }) => sum + count, 0);
