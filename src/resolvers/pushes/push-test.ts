import { Arg, Ctx, Field, ID, Int, Mutation, ObjectType, Resolver, registerEnumType } from 'type-graphql';
import { badInput } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf, type IdType } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { onceAnswered } from '../../schema/mutations/once.js';
import { type FieldNames, settle, UserError } from '../../schema/mutations/user-errors.js';
import { LanguageTagScalar } from '../../schema/scalars/scalars.js';
import type { PushInput as ServicePush } from '../../services/pushes/push-rules.js';
import type { PushTestResult as ServiceResult } from '../../services/pushes/push-test-service.js';
import { canonicalLanguage } from '../../text/language.js';
import { ReasonCodeEnum } from '../deliveries/reason-code.js';
import { DeviceType } from '../devices/device-types.js';
import { PushInput, toPushInput } from './push-inputs.js';
import { PushType } from './push-types.js';

export const PushTestOutcomeEnum = {
  SENT: 'sent',
  INVALID_TOKEN: 'invalid-token',
  TRY_AGAIN: 'retry-after',
  APP_REFUSED: 'app-paused',
  FAILED: 'failed',
  UNKNOWN: 'unknown',
} as const satisfies Record<string, PushTestResult['outcome']>;

registerEnumType(PushTestOutcomeEnum, {
  name: 'PushTestOutcome',
  description: 'What a provider said of a test.',
  valuesConfig: {
    SENT: { description: 'It took the message.' },
    INVALID_TOKEN: { description: 'The token is dead; the device has been retired.' },
    TRY_AGAIN: { description: 'Not now: a run would try again by itself; a test is tried once.' },
    APP_REFUSED: { description: 'It refuses the application as a whole: its credentials, or its quota.' },
    FAILED: { description: 'It will never take this message.' },
    UNKNOWN: { description: 'It did not answer within 10 seconds; the message may still arrive.' },
  },
});

@ObjectType({
  description: 'What became of a push, or a message, that was sent to one device as a test.',
  simpleResolvers: true,
})
export class PushTestResult {
  @Field(() => PushTestOutcomeEnum, { description: 'What the provider said.' })
  readonly outcome!: ServiceResult['outcome'];

  @Field(() => String, { nullable: true, description: "The provider's answer, or ours; null if it took the message." })
  readonly reason!: string | null;

  @Field(() => ReasonCodeEnum, {
    nullable: true,
    description: 'What the reason means; null if only the provider knows.',
  })
  readonly reasonCode!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What to do about it; null where nothing is to be done, or known.',
  })
  readonly advice!: string | null;

  @Field(() => String, { nullable: true, description: "The provider's own id of the message, if it gave one." })
  readonly providerMessageId!: string | null;

  @Field(() => ID, { description: 'Our id of the message, a UUID that the provider was told where it takes one.' })
  readonly messageId!: string;

  @Field(() => Int, { nullable: true, description: 'Seconds for which the provider asked to wait.' })
  readonly retryAfter!: number | null;

  @Field(() => LanguageTagScalar, { description: 'The language of the translation that was sent.' })
  readonly language!: string;

  @Field(() => Int, { description: 'How long the provider took, in milliseconds.' })
  readonly tookMs!: number;

  @Field(() => DeviceType, { nullable: true, description: 'The device as it is now.' })
  readonly device!: unknown;

  @Field(() => PushType, { nullable: true, description: 'The push; null if it was a `message`.' })
  readonly push!: unknown;
}

@ObjectType({ description: 'The answer to a test of a push.', simpleResolvers: true })
export class PushTestPayload {
  @Field(() => PushTestResult, { nullable: true, description: 'What became of it; null if nothing was sent.' })
  readonly result!: PushTestResult | null;

  @Field(() => [UserError], { description: 'The rules that were broken; then nothing was sent.' })
  readonly userErrors!: readonly UserError[];
}

@Resolver()
export class PushTestMutation {
  @Costly(500)
  @Mutation(() => PushTestPayload, {
    description:
      'Sends a push to one device at once, whether the push is active or not, or a message that is not stored, and answers what the provider said, within 10 seconds. It is no run: it is in no count, filters do not matter, and it is tried once. Needs the scope SEND; with `message` WRITE too.',
  })
  async pushTest(
    @Ctx() context: GraphContext,
    @Arg('deviceId', () => ID, { description: 'Global id of the device.' }) deviceId: string,
    @Arg('pushId', () => ID, { nullable: true, description: 'Global id of the push. Either this or `message`.' })
    pushId?: string | null,
    @Arg('message', () => PushInput, {
      nullable: true,
      description:
        'What is to be sent, by the rules of `pushCreate`, before there is a push that says it: nothing is stored.',
    })
    message?: PushInput | null,
    @Arg('language', () => LanguageTagScalar, {
      nullable: true,
      description: 'Sends the translation that a device with this language gets; left out: the language of the device.',
    })
    language?: string | null,
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description:
        'Any text of up to 255 characters: the same key with the same arguments within 24 hours sends only once, and answers what the provider said then.',
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
    // The device may have been retired by it.
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
  places: { name: 'message.name', default_lang: 'message.defaultLang', translations: 'message.translations' },
};

const pushOf = (pushId: string | null | undefined, message: PushInput | null | undefined): number | ServicePush => {
  const isGiven = pushId !== null && pushId !== undefined;
  if (message && isGiven) throw badInput('message', 'Give either `push_id` or `message`, not both.');
  if (message) return toPushInput(message);
  if (isGiven) return idOf('Push', pushId);
  throw badInput('push_id', 'Give `push_id`, or `message` to try what is not stored.', 'REQUIRED');
};

const checkLanguage = (language: string | null | undefined): void => {
  if (!language || canonicalLanguage(language) !== null) return;
  throw badInput('language', '`language` must be a well-formed BCP 47 language tag, such as "pt-BR".');
};

const ARGUMENTS = { Push: 'push_id', Device: 'device_id' } as const satisfies Partial<Record<IdType, string>>;

/** Which of the two ids names nothing is for the field to say. */
const idOf = (type: keyof typeof ARGUMENTS, globalId: string): number => {
  const id = databaseIdOf(type, globalId);
  if (id === null) throw badInput(ARGUMENTS[type], `There is no such ${type.toLowerCase()}.`, 'NOT_FOUND');
  return id;
};
