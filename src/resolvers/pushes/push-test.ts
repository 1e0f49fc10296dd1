import { Arg, Ctx, Field, ID, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { badInput } from '../../errors.js';
import { FIELD_LIST } from '../../ports/message-fields.js';
import { GraphContext } from '../../schema/context.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
import { databaseIdOf, type IdType } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { onceAnswered } from '../../schema/mutations/once.js';
import { type FieldNames, settle, UserError } from '../../schema/mutations/user-errors.js';
import { LanguageTagScalar } from '../../schema/scalars/scalars.js';
import type { PushInput as ServicePush } from '../../services/pushes/push-rules.js';
import type { PushTestResult as ServiceResult } from '../../services/pushes/push-test-service.js';
import { canonicalLanguage } from '../../text/language.js';
import { ReasonCodeField } from '../deliveries/reason-code.js';
import { DeviceType } from '../devices/device-types.js';
import { PushInput, toPushInput } from './push-inputs.js';
import { PushType } from './push-types.js';

export const PushTestOutcomeEnum = defineMappedEnum('PushTestOutcome', 'The verdict of a provider on a test message.', {
  SENT: ['sent', 'The provider accepted the message.'],
  INVALID_TOKEN: ['invalid-token', 'The token is invalid. The device has been retired.'],
  TRY_AGAIN: ['retry-after', 'The provider asked to retry later. A run would retry automatically; a test does not.'],
  APP_REFUSED: ['app-paused', 'The provider refuses the whole application because of its credentials or quota.'],
  FAILED: ['failed', 'The provider refused the message permanently.'],
  UNKNOWN: ['unknown', 'The provider did not respond within 10 seconds. The message may still arrive.'],
}) satisfies Record<string, PushTestResult['outcome']>;

@ObjectType({
  description: 'The result of sending a test message to one device.',
  simpleResolvers: true,
})
export class PushTestResult {
  @Field(() => PushTestOutcomeEnum, { description: 'Verdict of the provider.' })
  readonly outcome!: ServiceResult['outcome'];

  @Field(() => String, {
    nullable: true,
    description: "Response of the provider, or the service's own reason; null if the message was accepted.",
  })
  readonly reason!: string | null;

  @ReasonCodeField()
  readonly reasonCode!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'How to resolve it; null if no action is needed or known.',
  })
  readonly advice!: string | null;

  @Field(() => String, { nullable: true, description: "The provider's id of the message; null if it gave none." })
  readonly providerMessageId!: string | null;

  @Field(() => ID, {
    description: "The service's id of the message, a UUID. Also sent to providers that accept an id.",
  })
  readonly messageId!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Seconds to wait, as requested by the provider; null if it requested no wait.',
  })
  readonly retryAfter!: number | null;

  @Field(() => LanguageTagScalar, { description: 'Language of the translation that was sent.' })
  readonly language!: string;

  @Field(() => Int, { description: 'Response time of the provider in milliseconds.' })
  readonly tookMs!: number;

  @Field(() => DeviceType, {
    nullable: true,
    description: 'The device in its current state; null if it has since been deleted.',
  })
  readonly device!: unknown;

  @Field(() => PushType, { nullable: true, description: 'The push; null for a `message`.' })
  readonly push!: unknown;
}

@ObjectType({ description: 'The result of a test.', simpleResolvers: true })
export class PushTestPayload {
  @Field(() => PushTestResult, { nullable: true, description: 'The result; null if nothing was sent.' })
  readonly result!: PushTestResult | null;

  @Field(() => [UserError], { description: 'The rules that the input breaks. If there are any, nothing was sent.' })
  readonly userErrors!: readonly UserError[];
}

@Resolver()
export class PushTestMutation {
  @Costly(500)
  @Mutation(() => PushTestPayload, {
    description:
      'Sends a push, active or not, or an unsaved message to one device and returns the verdict of the provider within 10 seconds. A test is not a run: it is not counted, ignores filters and is not retried. Requires the scope SEND, and with `message` also WRITE.',
  })
  async pushTest(
    @Ctx() context: GraphContext,
    @Arg('deviceId', () => ID, { description: 'Global id of the device.' }) deviceId: string,
    @Arg('pushId', () => ID, {
      nullable: true,
      description: 'Global id of the push. Exactly one of this and `message` is required.',
    })
    pushId?: string | null,
    @Arg('message', () => PushInput, {
      nullable: true,
      description: 'The message to send, under the rules of `pushCreate`. It is not stored.',
    })
    message?: PushInput | null,
    @Arg('language', () => LanguageTagScalar, {
      nullable: true,
      description: 'Sends the translation for this language. The language of the device if omitted.',
    })
    language?: string | null,
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description:
        'Any text of up to 255 characters. Repeating the key with the same arguments within 24 hours sends nothing and returns the first result.',
    })
    key?: string | null,
  ): Promise<PushTestPayload> {
    context.require('send');
    if (message) context.require('write');
    const { value, userErrors } = await settle(NAMES, () => {
      checkLanguage(language);
      const rest = { deviceId: idOf('Device', deviceId), language: language ?? null };
      const push = pushOf(pushId, message);
      const request = ['pushTest', typeof push === 'number' ? { pushId: push, ...rest } : { message: push, ...rest }];
      const test = { push, ...rest };
      return onceAnswered(context, { key, request }, () => context.services.pushTest.send(context.caller, test));
    });
    if (value === null) return { result: null, userErrors };
    // The test may have retired the device.
    const { devices, pushes } = context.renewLoaders();
    const result = {
      ...value,
      retryAfter: value.retryAfterMs === null ? null : Math.ceil(value.retryAfterMs / 1_000),
      device: () => devices.load(value.deviceId),
      push: () => (value.pushId === null ? null : pushes.load(value.pushId)),
    };
    return { result, userErrors };
  }
}

const NAMES: FieldNames = {
  root: '',
  places: {
    ...Object.fromEntries(FIELD_LIST.map(({ name }) => [name, `message.${name}`])),
    ...{
      name: 'message.name',
      weight: 'message.weight',
      category_id: 'message.categoryId',
      default_lang: 'message.defaultLang',
      translations: 'message.translations',
    },
  },
};

const pushOf = (pushId: string | null | undefined, message: PushInput | null | undefined): number | ServicePush => {
  const isGiven = pushId !== null && pushId !== undefined;
  if (message && isGiven) throw badInput('message', 'Give either `push_id` or `message`, not both.');
  if (message) return toPushInput(message);
  if (isGiven) return idOf('Push', pushId);
  throw badInput('push_id', 'Give `push_id`, or `message` for an unsaved message.', 'REQUIRED');
};

const checkLanguage = (language: string | null | undefined): void => {
  if (!language || canonicalLanguage(language) !== null) return;
  throw badInput('language', '`language` must be a well-formed BCP 47 language tag, such as "pt-BR".');
};

const ARGUMENTS = { Push: 'push_id', Device: 'device_id' } as const satisfies Partial<Record<IdType, string>>;

/** The field of the error tells which of the two ids is wrong. */
const idOf = (type: keyof typeof ARGUMENTS, globalId: string): number => {
  const id = databaseIdOf(type, globalId);
  if (id === null) throw badInput(ARGUMENTS[type], `There is no such ${type.toLowerCase()}.`, 'NOT_FOUND');
  return id;
};
