import { Ctx, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { DeliveryFailure } from '../../entities/delivery-failure.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { Receipt } from '../../entities/receipt.js';
import { Run } from '../../entities/run.js';
import type { StoredReason } from '../../providers/stored-reason.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { toGlobalId } from '../../schema/global-id.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { explainStored } from '../../services/deliveries/advise.js';
import { AppType } from '../apps/app-types.js';
import { DeviceType } from '../devices/device-types.js';
import { PushType } from '../pushes/push-types.js';
import { RunType } from '../runs/run-types.js';
import { outcomeNow } from './delivery-page.js';
import { Delivery, FailureType, OutcomeEnum, ReceiptType } from './delivery-types.js';
import { ReasonCodeEnum } from './reason-code.js';

const ID_DESCRIPTION =
  'Opaque id for client caches, stable and unique across all types. The query `node` does not accept it.';

/** `node` does not accept these ids: messages are found through their run. */
const toMessageId = (type: 'Delivery' | 'Failure' | 'Receipt', parts: readonly (string | number)[]): string =>
  Buffer.from(`${type}:${parts.join('.')}`).toString('base64url');

interface Message {
  readonly appId: number;
  readonly pushId: number;
  readonly deviceId: number;
}

interface MessageField {
  readonly column: keyof Message;
  readonly field: ReturnType<typeof FieldResolver>;
  load(message: Message, context: GraphContext): unknown;
}

/** The fields that deliveries, failures and receipts share. */
const addMessageFields = (ResolverClass: new () => object): void => {
  const prototype = ResolverClass.prototype as Record<string, unknown>;
  const add = (name: string, { column, field, load }: MessageField): void => {
    prototype[name] = load;
    Root()(prototype, name, 0);
    Ctx()(prototype, name, 1);
    Reads<Message>(column)(prototype, name);
    field(prototype, name, {});
  };
  const orNull = (type: object, noun: string): ReturnType<typeof FieldResolver> =>
    FieldResolver(() => type, { nullable: true, description: `The ${noun}; null if it has since been deleted.` });
  const deviceId = FieldResolver(() => ID, { description: 'Global id of the device.' });
  add('deviceId', {
    column: 'deviceId',
    field: deviceId,
    load: (message) => toGlobalId('Device', message.deviceId),
  });
  add('device', {
    column: 'deviceId',
    field: orNull(DeviceType, 'device'),
    load: (message, { loaders }) => loaders.devices.load(message.deviceId),
  });
  add('app', {
    column: 'appId',
    field: orNull(AppType, 'application'),
    load: ({ appId }, { loaders }) => loaders.apps.load(appId),
  });
  add('push', {
    column: 'pushId',
    field: orNull(PushType, 'push'),
    load: ({ pushId }, { loaders }) => loaders.pushes.load(pushId),
  });
};

@Resolver(() => Delivery)
export class DeliveryResolver {
  @FieldResolver(() => ID, { description: ID_DESCRIPTION })
  id(@Root() { runId, appId, pushId, deviceId, logKey, place }: Delivery): string {
    return toMessageId('Delivery', [runId, appId, pushId, deviceId, logKey, place]);
  }

  @FieldResolver(() => OutcomeEnum, { description: 'Current outcome.' })
  outcome(@Root() message: Delivery, @Ctx() context: GraphContext): OutcomeName | Promise<OutcomeName> {
    return outcomeNow(context, message);
  }

  @FieldResolver(() => RunType, { description: 'The run.' })
  run(@Root() { runId }: Delivery, @Ctx() context: GraphContext): Promise<Run | null> {
    return context.loaders.runs.load(runId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "Why the message did not arrive, awaits a retry or is held: response of the provider, or the service's own reason. Null if it was sent.",
  })
  async reason(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<string | null> {
    return (await this.storedReason(message, context))?.reason ?? null;
  }

  private async storedReason(message: Delivery, { loaders }: GraphContext): Promise<StoredReason | null> {
    if (message.outcome === 'sent') return null;
    const { failures, waitingMessages } = loaders;
    return message.outcome === 'retrying' ? waitingMessages.load(message) : failures.load(message);
  }

  @FieldResolver(() => ReasonCodeEnum, {
    nullable: true,
    description: 'The code of the reason; null if the message was sent, or the reason is specific to the provider.',
  })
  async reasonCode(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<string | null> {
    const app = await context.loaders.apps.load(message.appId);
    return app && explainStored(app, await this.storedReason(message, context)).reasonCode;
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the message failed permanently; null if it did not.',
  })
  async failedAt(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<Date | null> {
    const failed = message.outcome !== 'sent' && message.outcome !== 'retrying';
    return failed ? ((await context.loaders.failures.load(message))?.failedAt ?? null) : null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Number of attempts, while the message awaits a retry or is held; otherwise null.',
  })
  async tries(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<number | null> {
    if (message.outcome !== 'retrying') return null;
    return (await context.loaders.waitingMessages.load(message))?.attempt ?? null;
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the next attempt is due, or a held message is judged again; otherwise null.',
  })
  async nextTryAt(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<Date | null> {
    if (message.outcome !== 'retrying') return null;
    return (await context.loaders.waitingMessages.load(message))?.dueAt ?? null;
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the device reported that it received the message; null if it did not.',
  })
  async deliveredAt(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<Date | null> {
    return (await context.loaders.receipts.load(message))?.delivered ?? null;
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the device reported a click on the message; null if it did not.',
  })
  async clickedAt(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<Date | null> {
    return (await context.loaders.receipts.load(message))?.clicked ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The id of the clicked button, as the device reported it; null if no button was clicked.',
  })
  async clickedButton(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<string | null> {
    return (await context.loaders.receipts.load(message))?.button ?? null;
  }

  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the device reported that the user closed the message without a click; null if it did not.',
  })
  async dismissedAt(@Root() message: Delivery, @Ctx() context: GraphContext): Promise<Date | null> {
    return (await context.loaders.receipts.load(message))?.dismissed ?? null;
  }
}

@Resolver(() => FailureType)
export class FailureResolver {
  @Reads<DeliveryFailure>('runId', 'pushId', 'deviceId', 'occurrence')
  @FieldResolver(() => ID, { description: ID_DESCRIPTION })
  id(@Root() { runId, pushId, deviceId, occurrence }: DeliveryFailure): string {
    return toMessageId('Failure', [runId, pushId, deviceId, occurrence]);
  }

  @Reads<DeliveryFailure>('appId', 'reason', 'code', 'detail')
  @FieldResolver(() => ReasonCodeEnum, {
    nullable: true,
    description:
      'The code of `reason`. Null if the reason is specific to the provider, or the application has been deleted.',
  })
  async reasonCode(@Root() failure: DeliveryFailure, @Ctx() context: GraphContext): Promise<string | null> {
    const app = await context.loaders.apps.load(failure.appId);
    return app && explainStored(app, failure).reasonCode;
  }
}

@Resolver(() => ReceiptType)
export class ReceiptResolver {
  @FieldResolver(() => ID, { description: ID_DESCRIPTION })
  id(@Root() { runId, pushId, deviceId, kind }: Receipt): string {
    return toMessageId('Receipt', [runId, pushId, deviceId, kind]);
  }
}

for (const resolver of [DeliveryResolver, FailureResolver, ReceiptResolver]) addMessageFields(resolver);
