import { Arg, Ctx, ID, Resolver, Root, Subscription } from 'type-graphql';
import { notFound } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { requireDatabaseId } from '../../schema/global-id.js';
import type { Loaders } from '../../schema/loaders/create-loaders.js';
import type { RunState } from '../../services/pubsub/run-states.js';
import type { SchedulerState } from '../../services/pubsub/scheduler-states.js';
import { SchedulerStatus } from '../schedulers/scheduler-types.js';
import { RunProgress } from './run-types.js';

/** Live status. Ownership is checked before a subscription starts. */
@Resolver()
export class StatusSubscriptions {
  @Subscription(() => RunProgress, {
    description:
      'The state of a run: first the current one, then every change, at most 4 times a second. Completes after the final state; a cancelled run is followed until it is settled.',
    subscribe: ({ args, context }: { args: { runId: string }; context: GraphContext }) => watchRun(context, args.runId),
  })
  runProgress(
    @Arg('runId', () => ID, { description: 'Global id of the run.' }) _runId: string,
    @Root() state: RunState,
    @Ctx() context: GraphContext,
  ): RunProgress {
    readAfresh(context, state, [state]);
    return { occurredAt: new Date(), run: state.run };
  }

  @Subscription(() => SchedulerStatus, {
    description:
      'The state of a scheduler and its latest run: first the current one, then every change, at most 4 times a second. ' +
      'Completes when the scheduler is deleted.',
    subscribe: ({ args, context }: { args: { schedulerId: string }; context: GraphContext }) =>
      watchScheduler(context, args.schedulerId),
  })
  schedulerStatus(
    @Arg('schedulerId', () => ID, { description: 'Global id of the scheduler.' }) _schedulerId: string,
    @Root() state: SchedulerState,
    @Ctx() context: GraphContext,
  ): SchedulerStatus {
    const { scheduler, status, latestRun } = state;
    readAfresh(context, state, latestRun ? [latestRun] : []).schedulerStates.prime(scheduler.id, status);
    return { occurredAt: new Date(), scheduler, latestRun: latestRun?.run ?? null };
  }
}

const watchRun = async (context: GraphContext, runId: string): Promise<AsyncIterable<RunState>> => {
  context.require('read');
  return context.status.watchRun(context.caller, requireDatabaseId('Run', runId, 'run'));
};

const watchScheduler = async (context: GraphContext, schedulerId: string): Promise<AsyncIterable<SchedulerState>> => {
  context.require('read');
  const id = requireDatabaseId('Scheduler', schedulerId, 'scheduler');
  if (!(await context.loaders.schedulers.load(id))) throw notFound('scheduler');
  return context.status.watchScheduler(context.caller, id);
};

/**
 * Primes the loaders with the contents of the event. The subscribers of one event belong to one user and share its
 * loaders, so that further fields are read once.
 */
const readAfresh = (context: GraphContext, event: object, states: readonly RunState[]): Loaders => {
  context.shareLoaders(event);
  const { loaders } = context;
  for (const { run, counts, batches, rate, isSettled } of states) {
    loaders.runs.prime(run.id, run);
    loaders.runCounts.prime(run.id, [...counts]);
    loaders.runBatches.prime(run.id, batches);
    loaders.runRates.prime(run, rate);
    loaders.runUnsettled.prime(run, !isSettled);
  }
  return loaders;
};
