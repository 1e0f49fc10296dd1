import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { badInput } from '../errors.js';
import { GraphContext } from '../schema/context.js';
import { databaseIdOf, type IdType } from '../schema/global-id.js';
import { Costly } from '../schema/limits/costly.js';
import type { FieldNames } from '../schema/mapping/field-names.js';
import { onceAnswered } from '../schema/mapping/once.js';
import { settle } from '../schema/mapping/settle.js';
import { LanguageTagScalar } from '../schema/scalars/language-tag-scalar.js';
import { PushTestPayload } from '../schema/types/push-test-payload.js';
import { canonicalLanguage } from '../text/language.js';

@Resolver()
export class PushTestMutation {
  @Costly(500)
  @Mutation(() => PushTestPayload, {
    description:
      'Sends a push to one device at once, whether the push is active or not, and answers what the provider said, within 10 seconds. It is no run: it is in no count, filters do not matter, and it is tried once. Needs the scope SEND.',
  })
  async pushTest(
    @Ctx() context: GraphContext,
    @Arg('pushId', () => ID, { description: 'Global id of the push.' }) pushId: string,
    @Arg('deviceId', () => ID, { description: 'Global id of the device.' }) deviceId: string,
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
    const { value, userErrors } = await settle(NAMES, () => {
      checkLanguage(language);
      const test = { pushId: idOf('Push', pushId), deviceId: idOf('Device', deviceId), language: language ?? null };
      const request = ['pushTest', test];
      return onceAnswered(context, { key, request }, () => context.services.pushTest.send(context.caller, test));
    });
    if (value === null) return { result: null, userErrors };
    // The device may have been retired by it.
    const { devices, pushes } = context.renewLoaders();
    const result = {
      ...value,
      retryAfter: value.retryAfterMs === null ? null : Math.ceil(value.retryAfterMs / 1_000),
      device: () => devices.load(value.deviceId),
      push: () => pushes.load(value.pushId),
    };
    return { result, userErrors };
  }
}

const NAMES: FieldNames = { root: '', places: {} };

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
