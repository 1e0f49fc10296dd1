import { Args, ArgsType, Ctx, Field, ID, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { SchedulerKind } from '../../entities/scheduler.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly, LongList } from '../../schema/limits/costly.js';
import { DateTimeScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import type { UpcomingMoment as ServiceMoment } from '../../services/schedulers/upcoming-moments.js';
import { ClockChangeEnum, SchedulerKindEnum } from './scheduler-enums.js';
import { SchedulerType } from './scheduler-types.js';

@InputType({ description: 'Which moments; all conditions must hold.' })
export class UpcomingMomentWhereInput {
  @Field(() => [SchedulerKindEnum], { nullable: true, description: 'Of schedulers of one of these kinds.' })
  kind?: SchedulerKind[] | null;

  @Field(() => ID, { nullable: true, description: 'Of schedulers that send to this application as things stand.' })
  appId?: string | null;
}

@ArgsType()
export class UpcomingMomentsArgs {
  @Field(() => DateTimeScalar, { description: 'From when on. What has passed is left out in any case.' })
  from!: Date;

  @Field(() => DateTimeScalar, { description: 'Until when, exclusive: at most 62 days later.' })
  to!: Date;

  @Field(() => Int, { defaultValue: 200, description: 'How many, from 1; more than 500 is cut to that.' })
  first!: number;

  @Field(() => UpcomingMomentWhereInput, { nullable: true, description: 'Which ones.' })
  where?: UpcomingMomentWhereInput | null;
}

@ObjectType({ description: 'The instant of a local time in some zones.', simpleResolvers: true })
export class MomentWave {
  @Field(() => DateTimeScalar, { description: 'The instant.' })
  readonly at!: Date;

  @Field(() => [TimeZoneScalar], { description: 'The zones whose local time comes then, sorted.' })
  readonly zones!: readonly string[];
}

@ObjectType({ description: 'A date and time at which an active scheduler sends.', simpleResolvers: true })
export class UpcomingMoment {
  @Field(() => SchedulerType, { description: 'The scheduler.' })
  readonly scheduler!: unknown;

  @Field(() => DateTimeScalar, {
    description: 'The instant; by local time the first that is still to come, of the zone where it is earliest.',
  })
  readonly at!: Date;

  @Field(() => DateTimeScalar, {
    description: 'The last instant: by local time up to 26 hours after the first, by one clock the same.',
  })
  readonly lastAt!: Date;

  @Field(() => [MomentWave], {
    description: 'By local time: each instant that is still to come, in order. Empty by one clock.',
  })
  readonly waves!: readonly MomentWave[];

  @Field(() => ClockChangeEnum, {
    nullable: true,
    description: 'What a change of the clocks does with it in some zone, SKIPPED before REPEATED; null: nothing.',
  })
  readonly clockChange!: 'skipped' | 'repeated' | null;
}

@Resolver()
export class UpcomingMomentsResolver {
  @LongList(500)
  @Costly(5)
  @Query(() => [UpcomingMoment], {
    description:
      'What all your active schedulers send by the clock, in order of time: moments that begin before `to` and are not over by `from`. Auto-push has none. At most 5,000 schedulers are looked at.',
  })
  async upcomingMoments(
    @Ctx() context: GraphContext,
    @Args(() => UpcomingMomentsArgs) { from, to, first, where }: UpcomingMomentsArgs,
  ): Promise<UpcomingMoment[]> {
    context.require('read');
    const moments = await context.services.upcomingMoments.list(context.caller, {
      from,
      to,
      first,
      kinds: where?.kind ?? null,
      appId: where?.appId == null ? null : (databaseIdOf('App', where.appId) ?? 0),
    });
    const ids = [...new Set(moments.map(({ schedulerId }) => schedulerId))];
    const schedulers = await context.loaders.schedulers.loadMany(ids);
    const schedulerOf = new Map(ids.map((id, index) => [id, schedulers[index]]));
    return moments.flatMap((moment) => toMoment(moment, schedulerOf.get(moment.schedulerId)));
  }
}

/** Nothing of a scheduler that was deleted a moment ago. */
const toMoment = ({ at, lastAt, waves, clockChange }: ServiceMoment, scheduler: unknown): UpcomingMoment[] => {
  if (scheduler instanceof Error) throw scheduler;
  if (!scheduler) return [];
  return [
    {
      scheduler,
      at: new Date(at),
      lastAt: new Date(lastAt),
      waves: waves.map((wave) => ({ at: new Date(wave.at), zones: wave.zones })),
      clockChange: clockChange === 'exact' ? null : clockChange,
    },
  ];
};
