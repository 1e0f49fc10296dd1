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
  @Field(() => Int, { defaultValue: 10, description: 'Number of moments, 1 to 100. Larger numbers count as 100.' })
  first!: number;

  @Field(() => [TimeZoneScalar], {
    nullable: true,
    description:
      'IANA time zones to include, for a scheduler that uses local time; all zones if omitted. Without effect otherwise.',
  })
  zones?: string[] | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Returns moments after this instant, in the years 1970 to 2199; now if omitted.',
  })
  after?: Date | null;
}

/** Predicts when a scheduler sends. */
@Resolver(() => SchedulerType)
export class NextMomentsResolver {
  @Costly(10)
  @FieldResolver(() => [SchedulerMoment], {
    description:
      'The next moments at which the scheduler sends, or would send if it were active, with the effect of clock changes. Empty if none are left, and for auto-push, which has no fixed times. At most 1,000 per request.',
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
