import { Args, ArgsType, Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { App } from '../../entities/app.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { LocalDateScalar } from '../../schema/scalars/scalars.js';
import type { DayRange } from '../../services/devices/device-counts.js';
import { AppType } from '../apps/app-types.js';

@ObjectType({ description: 'Device counts of one day (UTC).', simpleResolvers: true })
export class DeviceCountPoint {
  @Field(() => LocalDateScalar, { description: 'The day.' })
  readonly date!: string;

  @Field(() => Int, { description: 'Active devices at the end of the day; for today, now.' })
  readonly active!: number;

  @Field(() => Int, { description: 'Devices that registered for the first time on that day.' })
  readonly registered!: number;

  @Field(() => Int, {
    description:
      'Devices that were retired or deleted on that day. Devices that came back later count only as `active`.',
  })
  readonly retired!: number;
}

@ArgsType()
export class DeviceCountsArgs {
  @Field(() => LocalDateScalar, { description: 'The first day.' })
  from!: string;

  @Field(() => LocalDateScalar, { nullable: true, description: 'The last day; today if omitted.' })
  to?: string | null;

  static toRange({ from, to }: DeviceCountsArgs): DayRange {
    return { from, to: to ?? null };
  }
}

const DESCRIPTION =
  'Active, new and retired devices by day, for up to 731 days. Counts are kept for two years. Days before counting began are derived from the devices that still exist.';

@Resolver()
export class DeviceCountsResolver {
  @Costly(100)
  @Query(() => [DeviceCountPoint], { description: `${DESCRIPTION} Covers all your applications together.` })
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
      'Number of active devices: counted once a day and updated with every registration and retirement. 0 while the application is archived.',
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
