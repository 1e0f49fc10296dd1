import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Run } from '../../entities/run.js';
import { Scheduler } from '../../entities/scheduler.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { COUNT_OF_DEVICES, Costly } from '../../schema/limits/costly.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import type { SchedulerStateName } from '../../services/schedulers/scheduler-state.js';
import { AudienceEstimate, CostlyEstimate, EXACT, toEstimate } from '../audiences/audience-estimate.js';
import { SchedulerAudience, toAudience } from '../audiences/audience-types.js';
import { pushListing } from '../pushes/push-listing.js';
import { QuietHoursType, toQuietHours } from '../quiet-hours/quiet-hours-types.js';
import { runListing } from '../runs/run-listing.js';
import { RunType } from '../runs/run-types.js';
import { SchedulerStateEnum } from './scheduler-enums.js';
import { schedulerListing } from './scheduler-listing.js';
import { SCHEDULERS, type SchedulerPayload, SchedulerType, SchedulerWarning } from './scheduler-types.js';

const LAST_MESSAGE_AT =
  'When the last message of its next moment is sent, estimated from the devices it reaches now and its speed. Null if its speed sets no limit, without a next moment, and for auto-push.';

const SENDING_SECONDS =
  'Seconds from the first to the last message of each moment, or of each wave in local time, estimated from the devices it reaches now and its speed. Null if its speed sets no limit, and for auto-push.';

/** The fields that all three kinds have. */
@Resolver(() => SchedulerType)
export class SchedulerResolver {
  @Reads<Scheduler>('id', 'allApps', 'allCountries', 'allLanguages', 'allAudiences')
  @FieldResolver(() => SchedulerAudience, { description: 'The devices that it sends to.' })
  async audience(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<SchedulerAudience> {
    const lists = await context.loaders.schedulerLists.load(scheduler.id);
    return toAudience(scheduler, lists.filters, context.loaders);
  }

  @Reads<Scheduler>('quietHours')
  @FieldResolver(() => QuietHoursType, {
    nullable: true,
    description: 'Quiet hours of its messages; null for those of the application.',
  })
  quietHours(@Root() { quietHours }: Scheduler): QuietHoursType | null {
    return toQuietHours(quietHours);
  }

  @Reads<Scheduler>('id')
  @FieldResolver(() => [SchedulerWarning], {
    description:
      'The reasons why it would send nothing now; empty if there are none. An active scheduler can have some.',
  })
  warnings(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<readonly SchedulerWarning[]> {
    return context.loaders.schedulerWarnings.load(scheduler.id);
  }

  @Costly(10)
  @Reads<Scheduler>('id')
  @FieldResolver(() => SchedulerStateEnum, { description: 'The state of the scheduler, as shown to people.' })
  status(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<SchedulerStateName> {
    return context.loaders.schedulerStates.load(scheduler.id);
  }

  @Reads<Scheduler>('id')
  @FieldResolver(() => RunType, {
    nullable: true,
    description: 'The run with the latest due time; null before the first run.',
  })
  async lastRun(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<Run | null> {
    const id = await context.loaders.lastRuns.load(scheduler.id);
    return id === null ? null : context.loaders.runs.load(id);
  }

  @Reads<Scheduler>('id')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The name of its first active push, or the title of that push in the default language. Null without active pushes.',
  })
  preview(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<string | null> {
    return context.loaders.schedulerPreviews.load(scheduler.id);
  }

  @Costly(COUNT_OF_DEVICES)
  @Reads<Scheduler>('id')
  @FieldResolver(() => DateTimeScalar, { nullable: true, description: LAST_MESSAGE_AT })
  lastMessageAt(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<Date | null> {
    const { caller, services, signal } = context;
    return services.lastMessage.ofScheduler(caller, scheduler.id, signal);
  }

  @Costly(COUNT_OF_DEVICES)
  @Reads<Scheduler>('id')
  @FieldResolver(() => Int, { nullable: true, description: SENDING_SECONDS })
  sendingSeconds(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<number | null> {
    const { caller, services, signal } = context;
    return services.lastMessage.secondsOfScheduler(caller, scheduler.id, signal);
  }

  @CostlyEstimate
  @Reads<Scheduler>('id')
  @FieldResolver(() => AudienceEstimate, {
    description: 'Number of devices that it reaches now, counted as by the query `audienceEstimate`.',
  })
  async audienceEstimate(
    @Root() scheduler: Scheduler,
    @Ctx() context: GraphContext,
    @Arg('exact', () => Boolean, EXACT) exact: boolean,
  ): Promise<AudienceEstimate> {
    const { caller, signal, services } = context;
    return toEstimate(context, await services.audienceEstimate.ofScheduler(caller, scheduler.id, { signal, exact }));
  }
}

addNodeQuery(SchedulerResolver, 'scheduler', { type: 'Scheduler', noun: 'scheduler', output: () => SchedulerType });

schedulerListing.addQuery(SchedulerResolver, 'schedulers', { description: 'Your schedulers of all kinds.' });

pushListing.addField<Scheduler>(SchedulerResolver, 'pushes', {
  description: 'The pushes that it sends.',
  parentColumn: 'scheduler_id',
  orderBy: { field: 'POSITION', direction: 'ASC' },
});

runListing.addField<Scheduler>(SchedulerResolver, 'runs', {
  description: 'Its runs.',
  parentColumn: 'scheduler_id',
  orderBy: { field: 'DUE_AT', direction: 'DESC' },
});

@Resolver(() => SCHEDULERS.Payload)
export class SchedulerPayloadResolver {
  @Costly(COUNT_OF_DEVICES)
  @FieldResolver(() => DateTimeScalar, { nullable: true, description: LAST_MESSAGE_AT })
  async lastMessageAt(
    @Root() { scheduler }: SchedulerPayload,
    @Ctx() { caller, services, signal }: GraphContext,
  ): Promise<Date | null> {
    return scheduler && services.lastMessage.ofScheduler(caller, scheduler.id, signal);
  }

  @FieldResolver(() => [SchedulerWarning], {
    description:
      'The reasons why the scheduler would send nothing now; empty if there are none. An active scheduler can have some.',
  })
  async warnings(
    @Root() { scheduler }: SchedulerPayload,
    @Ctx() context: GraphContext,
  ): Promise<readonly SchedulerWarning[]> {
    return scheduler ? context.loaders.schedulerWarnings.load(scheduler.id) : [];
  }
}
