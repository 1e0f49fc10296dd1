import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { App } from '../entities/app.js';
import { DeliveryFailure } from '../entities/delivery-failure.js';
import { Device } from '../entities/device.js';
import { Push } from '../entities/push.js';
import { Reads } from '../schema/columns/reads.js';
import { GraphContext } from '../schema/context.js';
import { toGlobalId } from '../schema/global-id.js';

@Resolver(() => DeliveryFailure)
export class FailureResolver {
  @Reads<DeliveryFailure>('deviceId')
  @FieldResolver(() => ID, { description: 'Global id of the device.' })
  deviceId(@Root() failure: DeliveryFailure): string {
    return toGlobalId('Device', failure.deviceId);
  }

  @Reads<DeliveryFailure>('deviceId')
  @FieldResolver(() => Device, { nullable: true, description: 'The device; null if it has been deleted since.' })
  device(@Root() failure: DeliveryFailure, @Ctx() context: GraphContext): Promise<Device | null> {
    return context.loaders.devices.load(failure.deviceId);
  }

  @Reads<DeliveryFailure>('appId')
  @FieldResolver(() => App, { nullable: true, description: 'The application; null if it has been deleted since.' })
  app(@Root() failure: DeliveryFailure, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(failure.appId);
  }

  @Reads<DeliveryFailure>('pushId')
  @FieldResolver(() => Push, { nullable: true, description: 'The push; null if it has been deleted since.' })
  push(@Root() failure: DeliveryFailure, @Ctx() context: GraphContext): Promise<Push | null> {
    return context.loaders.pushes.load(failure.pushId);
  }
}
