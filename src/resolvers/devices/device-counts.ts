import { Args, ArgsType, Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { App } from '../../entities/app.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { LocalDateScalar } from '../../schema/scalars/scalars.js';
import type { DayRange } from '../../services/devices/device-counts.js';
import { AppType } from '../apps/app-types.js';

@ObjectType({ description: 'Devices on one day, of UTC.', simpleResolvers: true })
export class DeviceCountPoint {
  @Field(() => LocalDateScalar, { description: 'The day.' })
  readonly date!: string;

  @Field(() => Int, { description: 'Active devices at its end; today: now.' })
  readonly active!: number;

  @Field(() => Int, { description: 'Devices that registered for the first time.' })
  readonly registered!: number;

  @Field(() => Int, {
    description: 'Devices that were retired or deleted. Those that came back later are in no column but `active`.',
  })
  readonly retired!: number;
}

@ArgsType()
export class DeviceCountsArgs {
  @Field(() => LocalDateScalar, { description: 'The first day.' })
  from!: string;

  @Field(() => LocalDateScalar, { nullable: true, description: 'The last day; today if left out.' })
  to?: string | null;

  static toRange({ from, to }: DeviceCountsArgs): DayRange {
    return { from, to: to ?? null };
  }
}

const DESCRIPTION =
  'Active, new and retired devices by day, at most 731 days; they are kept for two years. Days from before this was counted are as the devices that are there still tell.';

@Resolver()
export class DeviceCountsResolver {
  @Costly(100)
  @Query(() => [DeviceCountPoint], { description: `${DESCRIPTION} Of all your applications together.` })
  deviceCounts(
    @Ctx() context: GraphContext,
    @Args(() => DeviceCountsArgs) args: DeviceCountsArgs,
  ): Promise<DeviceCountPoint[]> {
    context.require('read');
    return context.services.deviceCounts.series(context.caller.userId, DeviceCountsArgs.toRange(args));
  }
}

@Resolver(() => AppType)
export class AppDeviceCountsResolver {
  @Reads<App>('id')
  @FieldResolver(() => Int, {
    description:
      'Active devices, as they are known without looking at each: counted once a day, and with all that came and went since. 0 while it is archived.',
  })
  deviceCount(@Root() { id }: App, @Ctx() context: GraphContext): Promise<number> {
    return context.loaders.activeDevices.load(id);
  }

  @Costly(100)
  @Reads<App>('id')
  @FieldResolver(() => [DeviceCountPoint], { description: DESCRIPTION })
  deviceCounts(
    @Root() { id }: App,
    @Ctx() context: GraphContext,
    @Args(() => DeviceCountsArgs) args: DeviceCountsArgs,
  ): Promise<DeviceCountPoint[]> {
    return context.loaders.deviceCounts.load(id, DeviceCountsArgs.toRange(args));
  }
}
