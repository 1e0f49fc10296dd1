import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { badInput } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf, MATCHES_NOTHING, toIds } from '../../schema/global-id.js';
import { CostlyBy } from '../../schema/limits/costly.js';
import { onceCommitted } from '../../schema/mutations/once.js';
import { type FieldNames, settle, UserError } from '../../schema/mutations/user-errors.js';
import { OneOf } from '../../schema/one-of.js';
import type { Target } from '../../services/messages/find-target-devices.js';
import type { MessageSend, MessageSent } from '../../services/messages/message-send-service.js';
import { PushInput, toCategoryId, toPushInput } from '../pushes/push-inputs.js';
import { RunType } from '../runs/run-types.js';

@OneOf()
@InputType({ description: 'Whom a message is for, in exactly one way. Only your own active devices are reached.' })
export class MessageTargetInput {
  @Field(() => [String], {
    nullable: true,
    description: 'Your own ids of 1 to 10,000 users. Each device of a user gets the message.',
  })
  externalIds?: string[];

  @Field(() => [ID], { nullable: true, description: 'Global ids of 1 to 10,000 devices.' })
  deviceIds?: string[];

  @Field(() => String, {
    nullable: true,
    description: 'The devices with this tag, of up to 10,000 users; a device without a user counts as one.',
  })
  tag?: string;
}

@InputType({ description: 'A message to send at once. Exactly one of `message` and `pushId` is required.' })
export class MessageSendInput {
  @Field(() => MessageTargetInput, { description: 'Whom the message is for.' })
  to!: MessageTargetInput;

  @Field(() => [ID], {
    nullable: true,
    description: 'Global ids of applications: only their devices are reached. All applications if omitted.',
  })
  appIds?: string[] | null;

  @Field(() => PushInput, {
    nullable: true,
    description: 'The message, under the rules of `pushCreate`. It is stored with the run, not as a push.',
  })
  message?: PushInput | null;

  @Field(() => ID, { nullable: true, description: 'Global id of an active push, bound to a scheduler or not.' })
  pushId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Global id of the category of this message. It replaces that of `message` or of the push, which stays as it is.',
  })
  categoryId?: string | null;

  @Field(() => String, { nullable: true, description: 'Key of the category, such as `news`, instead of `categoryId`.' })
  category?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Any text of up to 255 characters. Repeating the key with the same input within 24 hours sends nothing and returns the first run, even if the service stopped before it could answer.',
  })
  idempotencyKey?: string | null;
}

@ObjectType({ description: 'The result of sending a message at once.', simpleResolvers: true })
export class MessageSendPayload {
  @Field(() => RunType, { nullable: true, description: 'The run that sends the message; null if nothing is sent.' })
  readonly run!: unknown;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of given users or devices with an active device; for a tag, number of its active devices.',
  })
  readonly matched!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of given users or devices without an active device of yours. They get nothing.',
  })
  readonly unknown!: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of devices that the message is sent to.' })
  readonly devices!: number | null;

  @Field(() => [UserError], { description: 'The rules that the input breaks. If there are any, nothing is sent.' })
  readonly userErrors!: readonly UserError[];
}

@Resolver()
export class MessageSendMutation {
  @CostlyBy({ argument: 'input', of: (input) => priceOf(input) })
  @Mutation(() => MessageSendPayload, {
    description:
      'Sends a message at once to up to 10,000 users, without a scheduler, and returns its run, which can be watched with `runProgress`, paused and cancelled. Requires the scope SEND, and with `message` also WRITE.',
  })
  async messageSend(
    @Ctx() context: GraphContext,
    @Arg('input', () => MessageSendInput, { description: 'The message, and whom it is for.' }) input: MessageSendInput,
  ): Promise<MessageSendPayload> {
    context.require('send');
    if (input.message) context.require('write');
    const { services, caller } = context;
    const { idempotencyKey: key, ...asked } = input;
    const { value, userErrors } = await settle(NAMES, () =>
      onceCommitted<MessageSent>(context, { key, request: ['messageSend', asked] }, (keep) =>
        services.messageSend.send(caller, toMessage(asked), keep),
      ),
    );
    if (value === null) return { ...NOTHING, userErrors };
    const { runId, ...counts } = value;
    return { run: await context.renewLoaders().runs.load(runId), ...counts, userErrors };
  }
}

const NOTHING = { run: null, matched: null, unknown: null, devices: null } as const;

const NAMES: FieldNames = {
  root: 'input.message',
  places: {
    external_ids: 'input.to.externalIds',
    device_ids: 'input.to.deviceIds',
    tag: 'input.to.tag',
    app_ids: 'input.appIds',
    push_id: 'input.pushId',
    category: 'input.category',
    category_id: 'input.categoryId',
    message: 'input.message',
    idempotencyKey: 'input.idempotencyKey',
  },
};

/** Called inside the mutation, so that its refusals become user errors. */
const toMessage = ({
  to,
  appIds,
  message,
  pushId,
  categoryId,
  category,
}: Omit<MessageSendInput, 'idempotencyKey'>): MessageSend => ({
  target: toTarget(to),
  appIds: toIds('App', 'app_ids', appIds),
  push: toPush(pushId, message),
  category: toCategory(categoryId, category),
});

/** graphql-js guarantees that exactly one field is set. A text that is no id of a device is an unknown device. */
const toTarget = ({ externalIds, deviceIds, tag = '' }: MessageTargetInput): Target => {
  if (externalIds) return { kind: 'externalIds', externalIds: [...new Set(externalIds)] };
  if (!deviceIds) return { kind: 'tag', tag };
  const ids = [...new Set(deviceIds)].map((id) => databaseIdOf('Device', id) ?? MATCHES_NOTHING);
  return { kind: 'deviceIds', deviceIds: ids };
};

const toPush = (pushId: MessageSendInput['pushId'], message: MessageSendInput['message']): MessageSend['push'] => {
  const isGiven = pushId !== null && pushId !== undefined;
  if (message && isGiven) throw badInput('message', 'Give either `push_id` or `message`, not both.');
  if (message) return toPushInput(message);
  if (!isGiven) throw badInput('message', 'Give `message`, or `push_id` for a stored push.', 'REQUIRED');
  return databaseIdOf('Push', pushId) ?? MATCHES_NOTHING;
};

const toCategory = (id: MessageSendInput['categoryId'], key: MessageSendInput['category']): MessageSend['category'] => {
  if (id && key) throw badInput('category', 'Give either `category` or `category_id`, not both.');
  return key ? { key } : toCategoryId(id);
};

/** The cost of looking up a tag of unknown size, and of this many users or devices. */
const COST_OF_TAG = 1_000;
const IDS_PER_COST = 10;
const COST_OF_RUN = 40;

const priceOf = (input: unknown): number => {
  const { to } = (input ?? {}) as { readonly to?: Partial<Record<keyof MessageTargetInput, unknown>> | null };
  const lengths = [to?.externalIds, to?.deviceIds].map((ids) => (Array.isArray(ids) ? ids.length : 0));
  return COST_OF_RUN + (to?.tag ? COST_OF_TAG : Math.ceil(Math.max(...lengths) / IDS_PER_COST));
};
