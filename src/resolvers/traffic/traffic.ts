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
  registerEnumType,
} from 'type-graphql';
import { App } from '../../entities/app.js';
import { Push } from '../../entities/push.js';
import { Scheduler } from '../../entities/scheduler.js';
import type { BucketUnit } from '../../schedule/time-buckets.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf, type IdType } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { DateTimeScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import type { TrafficFilter, TrafficRange } from '../../services/traffic/traffic-service.js';
import { AppType } from '../apps/app-types.js';
import { PushType } from '../pushes/push-types.js';
import { SchedulerType } from '../schedulers/scheduler-types.js';

export const TrafficBucketEnum = { MINUTE: 'minute', HOUR: 'hour', DAY: 'day' } as const satisfies Record<
  string,
  BucketUnit
>;

registerEnumType(TrafficBucketEnum, {
  name: 'TrafficBucket',
  description: 'In which steps traffic is told.',
  valuesConfig: {
    MINUTE: { description: 'By minute, at most 1,500 of them.' },
    HOUR: { description: 'By hour, at most 1,500; an hour that a clock shows twice is two.' },
    DAY: { description: 'By day of the zone, at most 400; with 23 or 25 hours when the clocks change.' },
  },
});

@ObjectType({ description: 'What happened in one bucket of time.', simpleResolvers: true })
export class TrafficPoint {
  @Field(() => DateTimeScalar, { description: 'When it begins.' })
  readonly from!: Date;

  @Field(() => DateTimeScalar, { description: 'When it ends: the beginning of the next.' })
  readonly to!: Date;

  @Field(() => Int, { description: 'Messages that providers took.' })
  readonly sent!: number;

  @Field(() => Int, {
    description: 'Messages that failed for good, expired, or met a dead token. Those that wait are in neither.',
  })
  readonly failed!: number;

  @Field(() => Int, { description: 'Messages that devices said they got, by when they said so.' })
  readonly delivered!: number;

  @Field(() => Int, { description: 'Messages that were clicked, by when the device said so.' })
  readonly clicked!: number;
}

@ArgsType()
export class TrafficArgs {
  @Field(() => DateTimeScalar, { description: 'From the bucket that this moment is in.' })
  from!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Up to the last bucket that begins before this; now if left out.',
  })
  to?: Date | null;

  @Field(() => TrafficBucketEnum, { description: 'In which steps.' })
  bucket!: BucketUnit;

  @Field(() => TimeZoneScalar, { defaultValue: 'UTC', description: 'By whose clock hours and days begin.' })
  timeZone!: string;

  static toRange({ from, to, bucket, timeZone }: TrafficArgs): TrafficRange {
    return { from, to: to ?? null, bucket, timeZone };
  }
}

@InputType({ description: 'Which traffic; all conditions must hold.' })
export class TrafficWhereInput {
  @Field(() => ID, { nullable: true, description: 'Of this application.' })
  appId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this scheduler.' })
  schedulerId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this push.' })
  pushId?: string | null;

  /** What an id that names nothing has sent is nothing. */
  static toFilter(where: TrafficWhereInput | null | undefined): TrafficFilter {
    const read = (type: IdType, id: string | null | undefined): number | null =>
      id === null || id === undefined ? null : (databaseIdOf(type, id) ?? 0);
    return {
      appId: read('App', where?.appId),
      schedulerId: read('Scheduler', where?.schedulerId),
      pushId: read('Push', where?.pushId),
    };
  }
}

const DESCRIPTION =
  'What was sent, failed, was delivered and clicked over time. Minutes are kept for 92 days; tests of pushes do not count.';

@Resolver()
export class TrafficResolver {
  @Costly(100)
  @Query(() => [TrafficPoint], { description: DESCRIPTION })
  traffic(
    @Ctx() context: GraphContext,
    @Args(() => TrafficArgs) args: TrafficArgs,
    @Arg('where', () => TrafficWhereInput, { nullable: true, description: 'Which; all of yours if left out.' })
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
