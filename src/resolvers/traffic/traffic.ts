import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { App } from '../../entities/app.js';
import { Push } from '../../entities/push.js';
import { Scheduler } from '../../entities/scheduler.js';
import type { BucketUnit } from '../../schedule/time-buckets.js';
import { GraphContext } from '../../schema/context.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
import { filterIdOf } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { DateTimeScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import type { TrafficFilter, TrafficRange } from '../../services/traffic/traffic-service.js';
import { AppType } from '../apps/app-types.js';
import { PushType } from '../pushes/push-types.js';
import { SchedulerType } from '../schedulers/scheduler-types.js';

export const TrafficBucketEnum = defineMappedEnum('TrafficBucket', 'The length of the intervals of traffic.', {
  MINUTE: ['minute', 'Minutes, at most 1,500.'],
  HOUR: ['hour', 'Hours, at most 1,500. An hour that occurs twice when the clocks change counts as two.'],
  DAY: ['day', 'Days of the time zone, at most 400. A day has 23 or 25 hours when the clocks change.'],
}) satisfies Record<string, BucketUnit>;

@ObjectType({ description: 'The traffic of one interval.', simpleResolvers: true })
export class TrafficPoint {
  @Field(() => DateTimeScalar, { description: 'Start of the interval.' })
  readonly from!: Date;

  @Field(() => DateTimeScalar, { description: 'End of the interval, which is the start of the next.' })
  readonly to!: Date;

  @Field(() => Int, { description: 'Messages that providers accepted.' })
  readonly sent!: number;

  @Field(() => Int, {
    description:
      'Messages that failed permanently, expired, or had an invalid token. Waiting messages are not counted.',
  })
  readonly failed!: number;

  @Field(() => Int, { description: 'Messages that devices received, by the time of the receipt.' })
  readonly delivered!: number;

  @Field(() => Int, { description: 'Messages that were clicked, by the time of the receipt.' })
  readonly clicked!: number;

  @Field(() => Int, { description: 'Messages that were closed without a click, by the time of the receipt.' })
  readonly dismissed!: number;
}

@ArgsType()
export class TrafficArgs {
  @Field(() => DateTimeScalar, { description: 'Start: the interval that contains this instant.' })
  from!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'End: the last interval that starts before this instant; now if omitted.',
  })
  to?: Date | null;

  @Field(() => TrafficBucketEnum, { description: 'Length of the intervals.' })
  bucket!: BucketUnit;

  @Field(() => TimeZoneScalar, { defaultValue: 'UTC', description: 'Time zone in which hours and days start.' })
  timeZone!: string;

  static toRange({ from, to, bucket, timeZone }: TrafficArgs): TrafficRange {
    return { from, to: to ?? null, bucket, timeZone };
  }
}

@InputType({ description: 'Filters for traffic; all of them must match.' })
export class TrafficWhereInput {
  @Field(() => ID, { nullable: true, description: 'Traffic of this application.' })
  appId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Traffic of this scheduler.' })
  schedulerId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Traffic of this push.' })
  pushId?: string | null;

  /** An id of another type matches nothing. */
  static toFilter(where: TrafficWhereInput | null | undefined): TrafficFilter {
    return {
      appId: filterIdOf('App', where?.appId),
      schedulerId: filterIdOf('Scheduler', where?.schedulerId),
      pushId: filterIdOf('Push', where?.pushId),
    };
  }
}

const DESCRIPTION =
  'Messages sent, failed, delivered and clicked over time. Minutes are kept for 92 days. Test messages do not count.';

@Resolver()
export class TrafficResolver {
  @Costly(100)
  @Query(() => [TrafficPoint], { description: DESCRIPTION })
  traffic(
    @Ctx() context: GraphContext,
    @Args(() => TrafficArgs) args: TrafficArgs,
    @Arg('where', () => TrafficWhereInput, { nullable: true, description: 'Filters; omit for all traffic.' })
    where?: TrafficWhereInput | null,
  ): Promise<TrafficPoint[]> {
    context.require('read');
    const filter = TrafficWhereInput.toFilter(where);
    return context.services.traffic.series(context.caller.userId, TrafficArgs.toRange(args), filter);
  }
}

@Resolver(() => AppType)
export class AppTrafficResolver {
  @Costly(100)
  @FieldResolver(() => [TrafficPoint], { description: DESCRIPTION })
  traffic(@Root() { id }: App, @Ctx() context: GraphContext, @Args(() => TrafficArgs) args: TrafficArgs) {
    return context.loaders.traffic.load('app_id', id, TrafficArgs.toRange(args));
  }
}

@Resolver(() => SchedulerType)
export class SchedulerTrafficResolver {
  @Costly(100)
  @FieldResolver(() => [TrafficPoint], { description: DESCRIPTION })
  traffic(@Root() { id }: Scheduler, @Ctx() context: GraphContext, @Args(() => TrafficArgs) args: TrafficArgs) {
    return context.loaders.traffic.load('scheduler_id', id, TrafficArgs.toRange(args));
  }
}

@Resolver(() => PushType)
export class PushTrafficResolver {
  @Costly(100)
  @FieldResolver(() => [TrafficPoint], { description: DESCRIPTION })
  traffic(@Root() { id }: Push, @Ctx() context: GraphContext, @Args(() => TrafficArgs) args: TrafficArgs) {
    return context.loaders.traffic.load('push_id', id, TrafficArgs.toRange(args));
  }
}
