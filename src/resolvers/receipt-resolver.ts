import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { App } from '../entities/app.js';
import { Device } from '../entities/device.js';
import { Push } from '../entities/push.js';
import { Receipt } from '../entities/receipt.js';
import { GraphContext } from '../schema/context.js';
import { toGlobalId } from '../schema/global-id.js';

@Resolver(() => Receipt)
export class ReceiptResolver {
  @FieldResolver(() => ID, { description: 'Global id of the device.' })
  deviceId(@Root() { deviceId }: Receipt): string {
    return toGlobalId('Device', deviceId);
  }

  @FieldResolver(() => Device, { nullable: true, description: 'The device; null if it has been deleted since.' })
  device(@Root() { deviceId }: Receipt, @Ctx() context: GraphContext): Promise<Device | null> {
    return context.loaders.devices.load(deviceId);
  }

  @FieldResolver(() => App, { nullable: true, description: 'The application; null if it has been deleted since.' })
  app(@Root() { appId }: Receipt, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(appId);
  }

  @FieldResolver(() => Push, { nullable: true, description: 'The push; null if it has been deleted since.' })
  push(@Root() { pushId }: Receipt, @Ctx() context: GraphContext): Promise<Push | null> {
    return context.loaders.pushes.load(pushId);
  }
}
