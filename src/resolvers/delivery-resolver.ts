import { Ctx, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { App } from '../entities/app.js';
import { Device } from '../entities/device.js';
import { Push } from '../entities/push.js';
import { Run } from '../entities/run.js';
import { GraphContext } from '../schema/context.js';
import { toGlobalId } from '../schema/global-id.js';
import { DateTimeScalar } from '../schema/scalars/date-time-scalar.js';
import { Delivery } from '../schema/types/delivery.js';

@Resolver(() => Delivery)
export class DeliveryResolver {
  @FieldResolver(() => Run, { description: 'The run.' })
  run(@Root() { runId }: Delivery, @Ctx() context: GraphContext): Promise<Run | null> {
    return context.loaders.runs.load(runId);
  }

  @FieldResolver(() => ID, { description: 'Global id of the device.' })
  deviceId(@Root() { deviceId }: Delivery): string {
    return toGlobalId('Device', deviceId);
  }

  @FieldResolver(() => Device, { nullable: true, description: 'The device; null if it has been deleted since.' })
  device(@Root() { deviceId }: Delivery, @Ctx() context: GraphContext): Promise<Device | null> {
    return context.loaders.devices.load(deviceId);
  }

  @FieldResolver(() => App, { nullable: true, description: 'The application; null if it has been deleted since.' })
  app(@Root() { appId }: Delivery, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(appId);
  }

  @FieldResolver(() => Push, { nullable: true, description: 'The push; null if it has been deleted since.' })
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
