import { Ctx, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { App } from '../../entities/app.js';
import { DeliveryFailure } from '../../entities/delivery-failure.js';
import { Device } from '../../entities/device.js';
import { Push } from '../../entities/push.js';
import { Receipt } from '../../entities/receipt.js';
import { Run } from '../../entities/run.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { toGlobalId } from '../../schema/global-id.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { reasonCodeOf } from '../../services/deliveries/advise.js';
import { AppType } from '../apps/app-types.js';
import { DeviceType } from '../devices/device-types.js';
import { PushType } from '../pushes/push-types.js';
import { RunType } from '../runs/run-types.js';
import { Delivery, FailureType, ReceiptType } from './delivery-types.js';
import { ReasonCodeEnum } from './reason-code.js';

const ID_DESCRIPTION =
  'Opaque, and unique across all types: for the cache of a client. It stays the same; `node` does not take it.';

/** `node` does not know these ids: the message is found by its run. */
const toMessageId = (type: 'Delivery' | 'Failure' | 'Receipt', parts: readonly (string | number)[]): string =>
  Buffer.from(`${type}:${parts.join('.')}`).toString('base64url');

@Resolver(() => Delivery)
export class DeliveryResolver {
  @FieldResolver(() => ID, { description: ID_DESCRIPTION })
  id(@Root() { runId, appId, pushId, deviceId, logKey, place }: Delivery): string {
    return toMessageId('Delivery', [runId, appId, pushId, deviceId, logKey, place]);
  }

  @FieldResolver(() => RunType, { description: 'The run.' })
  run(@Root() { runId }: Delivery, @Ctx() context: GraphContext): Promise<Run | null> {
    return context.loaders.runs.load(runId);
  }

  @FieldResolver(() => ID, { description: 'Global id of the device.' })
  deviceId(@Root() { deviceId }: Delivery): string {
    return toGlobalId('Device', deviceId);
  }

  @FieldResolver(() => DeviceType, { nullable: true, description: 'The device; null if it has been deleted since.' })
  device(@Root() { deviceId }: Delivery, @Ctx() context: GraphContext): Promise<Device | null> {
    return context.loaders.devices.load(deviceId);
  }

  @FieldResolver(() => AppType, { nullable: true, description: 'The application; null if it has been deleted since.' })
  app(@Root() { appId }: Delivery, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(appId);
  }

  @FieldResolver(() => PushType, { nullable: true, description: 'The push; null if it has been deleted since.' })
  push(@Root() { pushId }: Delivery, @Ctx() context: GraphContext): Promise<Push | null> {
    return context.loaders.pushes.load(pushId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Why it did not arrive, or why it waits: the provider's answer, or ours. Null if it was sent.",
  })
  async reason(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<string | null> {
    const { failures, waitingMessages } = context.loaders;
    if (message.outcome === 'sent') return null;
    if (message.outcome === 'retrying') return (await waitingMessages.load(message))?.reason ?? null;
    return (await failures.load(message))?.reason ?? null;
  }

  @FieldResolver(() => ReasonCodeEnum, {
    nullable: true,
    description: 'What its reason means; null if it was sent, or only the provider knows.',
  })
  async reasonCode(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<string | null> {
    const app = await context.loaders.apps.load(message.appId);
    return app && reasonCodeOf(app, await this.reason(message, context));
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When it did not arrive for good; null else.',
  })
  async failedAt(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<Date | null> {
    const failed = message.outcome !== 'sent' && message.outcome !== 'retrying';
    return failed ? ((await context.loaders.failures.load(message))?.failedAt ?? null) : null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'How often it has been tried, while it waits for another try; not kept after that.',
  })
  async tries(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<number | null> {
    if (message.outcome !== 'retrying') return null;
    return (await context.loaders.waitingMessages.load(message))?.attempt ?? null;
  }

  @FieldResolver(() => DateTimeScalar, { nullable: true, description: 'When it is tried next, if it waits.' })
  async nextTryAt(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<Date | null> {
    if (message.outcome !== 'retrying') return null;
    return (await context.loaders.waitingMessages.load(message))?.dueAt ?? null;
  }

  @FieldResolver(() => DateTimeScalar, { nullable: true, description: 'When the device said that it has got it.' })
  async deliveredAt(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<Date | null> {
    return (await context.loaders.receipts.load(message))?.delivered ?? null;
  }

  @FieldResolver(() => DateTimeScalar, { nullable: true, description: 'When the device said that it was clicked.' })
  async clickedAt(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<Date | null> {
    return (await context.loaders.receipts.load(message))?.clicked ?? null;
  }
}

@Resolver(() => FailureType)
export class FailureResolver {
  @Reads<DeliveryFailure>('runId', 'pushId', 'deviceId', 'occurrence')
  @FieldResolver(() => ID, { description: ID_DESCRIPTION })
  id(@Root() { runId, pushId, deviceId, occurrence }: DeliveryFailure): string {
    return toMessageId('Failure', [runId, pushId, deviceId, occurrence]);
  }

  @Reads<DeliveryFailure>('deviceId')
  @FieldResolver(() => ID, { description: 'Global id of the device.' })
  deviceId(@Root() failure: DeliveryFailure): string {
    return toGlobalId('Device', failure.deviceId);
  }

  @Reads<DeliveryFailure>('deviceId')
  @FieldResolver(() => DeviceType, { nullable: true, description: 'The device; null if it has been deleted since.' })
  device(@Root() failure: DeliveryFailure, @Ctx() context: GraphContext): Promise<Device | null> {
    return context.loaders.devices.load(failure.deviceId);
  }

  @Reads<DeliveryFailure>('appId')
  @FieldResolver(() => AppType, { nullable: true, description: 'The application; null if it has been deleted since.' })
  app(@Root() failure: DeliveryFailure, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(failure.appId);
  }

  @Reads<DeliveryFailure>('pushId')
  @FieldResolver(() => PushType, { nullable: true, description: 'The push; null if it has been deleted since.' })
  push(@Root() failure: DeliveryFailure, @Ctx() context: GraphContext): Promise<Push | null> {
    return context.loaders.pushes.load(failure.pushId);
  }
}

@Resolver(() => ReceiptType)
export class ReceiptResolver {
  @FieldResolver(() => ID, { description: ID_DESCRIPTION })
  id(@Root() { runId, pushId, deviceId, kind }: Receipt): string {
    return toMessageId('Receipt', [runId, pushId, deviceId, kind]);
  }

  @FieldResolver(() => ID, { description: 'Global id of the device.' })
  deviceId(@Root() { deviceId }: Receipt): string {
    return toGlobalId('Device', deviceId);
  }

  @FieldResolver(() => DeviceType, { nullable: true, description: 'The device; null if it has been deleted since.' })
  device(@Root() { deviceId }: Receipt, @Ctx() context: GraphContext): Promise<Device | null> {
    return context.loaders.devices.load(deviceId);
  }

  @FieldResolver(() => AppType, { nullable: true, description: 'The application; null if it has been deleted since.' })
  app(@Root() { appId }: Receipt, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(appId);
  }

  @FieldResolver(() => PushType, { nullable: true, description: 'The push; null if it has been deleted since.' })
  push(@Root() { pushId }: Receipt, @Ctx() context: GraphContext): Promise<Push | null> {
    return context.loaders.pushes.load(pushId);
  }
}
