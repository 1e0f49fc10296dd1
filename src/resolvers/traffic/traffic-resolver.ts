import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { App } from '../../entities/app.js';
import { Push } from '../../entities/push.js';
import { Scheduler } from '../../entities/scheduler.js';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { AppType } from '../apps/app-types.js';
import { PushType } from '../pushes/push-types.js';
import { SchedulerType } from '../schedulers/scheduler-types.js';
import { TrafficArgs, TrafficPoint, TrafficWhereInput } from './traffic-types.js';

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
