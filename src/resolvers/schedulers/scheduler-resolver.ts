import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Push } from '../../entities/push.js';
import type { Run } from '../../entities/run.js';
import { Scheduler } from '../../entities/scheduler.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly, CostlyToScan } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import type { SchedulerStateName } from '../../services/schedulers/scheduler-state.js';
import { AudienceEstimate, CostlyEstimate, EXACT, toEstimate } from '../audiences/audience-estimate.js';
import { SchedulerAudience, toAudience } from '../audiences/audience-types.js';
import { PUSH_SCAN, PushOrderInput, PushWhereInput, pushListingFor } from '../pushes/push-listing.js';
import { PushConnection } from '../pushes/push-types.js';
import { RunOrderInput, RunWhereInput, runListing } from '../runs/run-listing.js';
import { RunConnection, RunType } from '../runs/run-types.js';
import { SchedulerStateEnum } from './scheduler-enums.js';
import { SCHEDULER_SCAN, SchedulerOrderInput, SchedulerWhereInput, schedulerListing } from './scheduler-listing.js';
import { toSchedulerPage } from './scheduler-page.js';
import { SchedulerConnection, SchedulerPayload, SchedulerType, SchedulerWarning } from './scheduler-types.js';

/** What all three kinds have. */
@Resolver(() => SchedulerType)
export class SchedulerResolver {
  @Reads()
  @Query(() => SchedulerType, { nullable: true, description: 'A scheduler, or null if there is none with this id.' })
  async scheduler(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<Scheduler | null> {
    context.require('read');
    const id = databaseIdOf('Scheduler', globalId);
    return id === null ? null : context.loaders.schedulers.load(id);
  }

  @CostlyToScan(SCHEDULER_SCAN)
  @Reads()
  @Query(() => SchedulerConnection, { description: 'Your schedulers of all kinds.' })
  schedulers(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => SchedulerWhereInput, { nullable: true, description: 'Which ones.' })
    where?: SchedulerWhereInput | null,
    @Arg('orderBy', () => SchedulerOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: SchedulerOrderInput | null,
  ): Promise<Connection<Scheduler>> {
    context.require('read');
    const own = { listing: schedulerListing, parentColumn: 'user_id', parentId: context.caller.userId };
    return toSchedulerPage(context, { ...own, page, where, orderBy });
  }

  @Reads<Scheduler>('id', 'allApps', 'allCountries', 'allLanguages', 'allAudiences')
  @FieldResolver(() => SchedulerAudience, { description: 'Which devices it sends to.' })
  async audience(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<SchedulerAudience> {
    const lists = await context.loaders.schedulerLists.load(scheduler.id);
    return toAudience(scheduler, lists.filters, context.loaders);
  }

  @Reads<Scheduler>('id')
  @FieldResolver(() => [SchedulerWarning], {
    description: 'Why it would send nothing as it is now; empty if nothing is wrong. It may be active all the same.',
  })
  warnings(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<readonly SchedulerWarning[]> {
    return context.loaders.schedulerWarnings.load(scheduler.id);
  }

  @Costly(10)
  @Reads<Scheduler>('id')
  @FieldResolver(() => SchedulerStateEnum, { description: 'Where it stands, as people see it.' })
  status(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<SchedulerStateName> {
    return context.loaders.schedulerStates.load(scheduler.id);
  }

  @Reads<Scheduler>('id')
  @FieldResolver(() => RunType, { nullable: true, description: 'The run that was due last; null if it has never run.' })
  async lastRun(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<Run | null> {
    const id = await context.loaders.lastRuns.load(scheduler.id);
    return id === null ? null : context.loaders.runs.load(id);
  }

  @Reads<Scheduler>('id')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'What it sends, as the name of its first active push says, or its title in the default language; null without pushes.',
  })
  preview(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<string | null> {
    return context.loaders.schedulerPreviews.load(scheduler.id);
  }

  @CostlyEstimate
  @Reads<Scheduler>('id')
  @FieldResolver(() => AudienceEstimate, {
    description: 'How many devices its filters reach now, counted as by the query `audienceEstimate`.',
  })
  async audienceEstimate(
    @Root() scheduler: Scheduler,
    @Ctx() context: GraphContext,
    @Arg('exact', () => Boolean, EXACT) exact: boolean,
  ): Promise<AudienceEstimate> {
    const { caller, signal, services } = context;
    return toEstimate(context, await services.audienceEstimate.ofScheduler(caller, scheduler.id, { signal, exact }));
  }

  @CostlyToScan(PUSH_SCAN)
  @Reads<Scheduler>('id')
  @FieldResolver(() => PushConnection, { description: 'The pushes that are bound to it.' })
  pushes(
    @Root() scheduler: Scheduler,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => PushWhereInput, { nullable: true, description: 'Which ones.' }) where?: PushWhereInput | null,
    @Arg('orderBy', () => PushOrderInput, { nullable: true, description: 'How to sort; as they are sent if left out.' })
    orderBy?: PushOrderInput | null,
  ): Promise<Connection<Push>> {
    const request = toPageRequest(pushListingFor(where), {
      parentColumn: 'scheduler_id',
      page,
      where: PushWhereInput.toConditions(where),
      orderBy: orderBy ?? { field: 'POSITION', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, scheduler.id);
  }

  @Reads<Scheduler>('id')
  @FieldResolver(() => RunConnection, { description: 'What it has sent.' })
  runs(
    @Root() scheduler: Scheduler,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => RunWhereInput, { nullable: true, description: 'Which ones.' }) where?: RunWhereInput | null,
    @Arg('orderBy', () => RunOrderInput, { nullable: true, description: 'How to sort; the latest first if left out.' })
    orderBy?: RunOrderInput | null,
  ): Promise<Connection<Run>> {
    const request = toPageRequest(runListing, {
      parentColumn: 'scheduler_id',
      page,
      where: RunWhereInput.toConditions(where, context.caller.userId),
      orderBy: orderBy ?? { field: 'DUE_AT', direction: 'DESC' },
    });
    return context.loaders.pages.load(request, scheduler.id);
  }
}

@Resolver(() => SchedulerPayload)
export class SchedulerPayloadResolver {
  @FieldResolver(() => [SchedulerWarning], {
    description: 'Why the scheduler would send nothing as it is now, also if it is active; empty if nothing is wrong.',
  })
  async warnings(
    @Root() { scheduler }: SchedulerPayload,
    @Ctx() context: GraphContext,
  ): Promise<readonly SchedulerWarning[]> {
    return scheduler ? context.loaders.schedulerWarnings.load(scheduler.id) : [];
  }
}
