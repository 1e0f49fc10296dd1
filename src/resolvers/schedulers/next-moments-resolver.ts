import { Args, ArgsType, Ctx, Field, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { readTiming } from '../../catalogue/scheduler-timing.js';
import { Scheduler } from '../../entities/scheduler.js';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { MAX_PAGE_SIZE } from '../../schema/paging/page-args.js';
import { DateTimeScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import { SchedulerMoment, SchedulerType } from './scheduler-types.js';

@ArgsType()
export class NextMomentsArgs {
  @Field(() => Int, { defaultValue: 10, description: 'How many, from 1; more than 100 is cut to that.' })
  first!: number;

  @Field(() => [TimeZoneScalar], {
    nullable: true,
    description:
      'By local time: the moments of these zones alone, by IANA names; all zones if left out. By one clock it changes nothing.',
  })
  zones?: string[] | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Only what comes after this instant, of the years 1970 to 2199; now if left out.',
  })
  after?: Date | null;
}

/** When a scheduler sends, told beforehand. */
@Resolver(() => SchedulerType)
export class NextMomentsResolver {
  @Costly(10)
  @FieldResolver(() => [SchedulerMoment], {
    description:
      'When it sends next, or would if it were active, and what changes of the clocks do with it. Empty when nothing is left to come, and for auto-push, which goes by events and has no moments of its own. At most 1,000 in one request.',
  })
  async nextMoments(
    @Root() scheduler: Scheduler,
    @Ctx() context: GraphContext,
    @Args(() => NextMomentsArgs) { first: asked, zones, after }: NextMomentsArgs,
  ): Promise<SchedulerMoment[]> {
    const weekly = scheduler.kind === 'weekly';
    const { slots } = weekly ? await context.loaders.schedulerLists.load(scheduler.id) : { slots: [] };
    const timing = readTiming(scheduler, slots);
    const first = Math.min(asked, MAX_PAGE_SIZE);
    const request = { first, zones: zones ?? null, after: after ?? null };
    const { schedulePreview } = context.services;
    return context.loaders.previews.run(first, () => schedulePreview.nextMoments(scheduler, timing, request));
  }
}
