import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Scheduler } from '../entities/scheduler.js';
import { GraphContext } from '../schema/context.js';
import { NextMomentsArgs } from '../schema/inputs/next-moments-args.js';
import { SchedulerMoment } from '../schema/types/scheduler-moment.js';

/** When a scheduler sends, told beforehand. */
@Resolver(() => Scheduler)
export class NextMomentsResolver {
  @FieldResolver(() => [SchedulerMoment], {
    description:
      'When it sends next, or would if it were active, and what changes of the clocks do with it. Empty when nothing is left to come, and for auto-push, which goes by events and has no moments of its own.',
  })
  async nextMoments(
    @Root() scheduler: Scheduler,
    @Ctx() context: GraphContext,
    @Args(() => NextMomentsArgs) { first, zones, after }: NextMomentsArgs,
  ): Promise<SchedulerMoment[]> {
    const weekly = scheduler.kind === 'smartweekly';
    const { slots } = weekly ? await context.loaders.schedulerLists.load(scheduler.id) : { slots: [] };
    const request = { first, zones: zones ?? null, after: after ?? null };
    return context.services.schedulePreview.nextMoments(scheduler, slots, request);
  }
}
