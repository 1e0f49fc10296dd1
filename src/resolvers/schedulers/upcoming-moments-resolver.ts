import { Args, ArgsType, Ctx, Field, ID, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { SchedulerKind } from '../../entities/scheduler.js';
import type { QuietPolicy } from '../../ports/quiet-hours.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly, LongList } from '../../schema/limits/costly.js';
import { DateTimeScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import type { UpcomingMoment as ServiceMoment } from '../../services/schedulers/upcoming-moments.js';
import { QuietPolicyEnum } from '../quiet-hours/quiet-hours-types.js';
import { ClockChangeEnum, SchedulerKindEnum } from './scheduler-enums.js';
import { SchedulerType } from './scheduler-types.js';

@InputType({ description: 'Filters for moments; all of them must match.' })
export class UpcomingMomentWhereInput {
  @Field(() => [SchedulerKindEnum], { nullable: true, description: 'Moments of schedulers of any of these kinds.' })
  kind?: SchedulerKind[] | null;

  @Field(() => ID, { nullable: true, description: 'Moments of schedulers that currently send to this application.' })
  appId?: string | null;
}

@ArgsType()
export class UpcomingMomentsArgs {
  @Field(() => DateTimeScalar, { description: 'Start of the period. Past moments are always omitted.' })
  from!: Date;

  @Field(() => DateTimeScalar, { description: 'End of the period, exclusive; at most 62 days after the start.' })
  to!: Date;

  @Field(() => Int, { defaultValue: 200, description: 'Number of moments, 1 to 500. Larger numbers count as 500.' })
  first!: number;

  @Field(() => UpcomingMomentWhereInput, { nullable: true, description: 'Filters; omit to list everything.' })
  where?: UpcomingMomentWhereInput | null;
}

@ObjectType({ description: 'An instant at which a local time falls in some time zones.', simpleResolvers: true })
export class MomentWave {
  @Field(() => DateTimeScalar, { description: 'The instant.' })
  readonly at!: Date;

  @Field(() => [TimeZoneScalar], { description: 'The time zones, sorted.' })
  readonly zones!: readonly string[];
}

@ObjectType({ description: 'A date and time at which an active scheduler sends.', simpleResolvers: true })
export class UpcomingMoment {
  @Field(() => SchedulerType, { description: 'The scheduler.' })
  readonly scheduler!: unknown;

  @Field(() => DateTimeScalar, {
    description: 'The instant. With local time, the earliest one that is still to come.',
  })
  readonly at!: Date;

  @Field(() => DateTimeScalar, {
    description: 'The last instant. With local time, up to 26 hours after the first; otherwise the same.',
  })
  readonly lastAt!: Date;

  @Field(() => [MomentWave], {
    description: 'With local time, each future instant in order; otherwise empty.',
  })
  readonly waves!: readonly MomentWave[];

  @Field(() => ClockChangeEnum, {
    nullable: true,
    description: 'The effect of a clock change in any time zone; SKIPPED takes precedence over REPEATED. Null if none.',
  })
  readonly clockChange!: 'skipped' | 'repeated' | null;

  @Field(() => QuietPolicyEnum, {
    nullable: true,
    description:
      'What happens to its messages if quiet hours cover its local time; null if they do not. Considers the quiet hours of the scheduler, or else of the account; applications and devices may have others.',
  })
  readonly quietPolicy!: QuietPolicy | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When these quiet hours end; with local time, in the last time zone. Null without them.',
  })
  readonly quietUntil!: Date | null;

  @Field(() => Boolean, { description: 'True if the speed of the scheduler spreads its messages over time.' })
  readonly isThrottled!: boolean;
}

@Resolver()
export class UpcomingMomentsResolver {
  @LongList(500)
  @Costly(5)
  @Query(() => [UpcomingMoment], {
    description:
      'The moments at which your active schedulers send, in order. Includes every moment that starts before `to` and ends after `from`. Auto-push has none. At most 5,000 schedulers are examined.',
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

/** Quiet hours without a gap never end. */
const toDate = (at: number): Date | null => (Number.isFinite(at) ? new Date(at) : null);

/** Empty for a scheduler that has just been deleted. */
const toMoment = (
  { at, lastAt, waves, clockChange, quiet, isThrottled }: ServiceMoment,
  scheduler: unknown,
): UpcomingMoment[] => {
  if (scheduler instanceof Error) throw scheduler;
  if (!scheduler) return [];
  return [
    {
      scheduler,
      at: new Date(at),
      lastAt: new Date(lastAt),
      waves: waves.map((wave) => ({ at: new Date(wave.at), zones: wave.zones })),
      clockChange: clockChange === 'exact' ? null : clockChange,
      isThrottled,
      quietPolicy: quiet?.policy ?? null,
      quietUntil: quiet && toDate(quiet.until),
    },
  ];
};
