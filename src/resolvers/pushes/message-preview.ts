import { Arg, Ctx, Field, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { badInput, invalidInput } from '../../errors.js';
import type { ProviderName } from '../../providers/sender.js';
import { GraphContext } from '../../schema/context.js';
import { defineEnum } from '../../schema/define-enum.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly } from '../../schema/limits/costly.js';
import { type FieldNames, settle, toUserErrors, UserError } from '../../schema/mutations/user-errors.js';
import { JSONObjectScalar, LanguageTagScalar } from '../../schema/scalars/scalars.js';
import type { MessagePreview as ServicePreview } from '../../services/pushes/message-preview-service.js';
import { type PreviewWarning, WARNINGS } from '../../services/pushes/preview-warnings.js';
import { canonicalLanguage } from '../../text/language.js';
import { PushProviderEnum } from '../apps/app-types.js';
import { addOutputFields } from './message-fields.js';
import { PushInput, toPushInput } from './push-inputs.js';

const WarningCodeEnum = defineEnum('MessageWarningCode', 'A warning about a message on one platform.', WARNINGS);

@ObjectType({ description: 'A warning about a message on one platform.', simpleResolvers: true })
export class MessageWarning {
  @Field(() => WarningCodeEnum, { description: 'Machine-readable code.' })
  readonly code!: PreviewWarning['code'];

  @Field(() => String, { nullable: true, description: 'The field that causes it; null if no single field does.' })
  readonly field!: string | null;

  @Field(() => String, { description: 'One sentence for people.' })
  readonly message!: string;
}

/** Its values have the fields of the message. */
@ObjectType({ description: 'The texts of a message, with the values of a device in them.', simpleResolvers: true })
export class RenderedTexts {}

addOutputFields('translation', RenderedTexts);

@ObjectType({ description: 'A message as one provider would receive it.', simpleResolvers: true })
export class MessagePreview {
  @Field(() => PushProviderEnum, { description: 'The provider.' })
  readonly provider!: ProviderName;

  @Field(() => LanguageTagScalar, { description: 'Language of the translation.' })
  readonly language!: string;

  @Field(() => RenderedTexts, {
    nullable: true,
    description:
      'Its texts, with the values of the device, or with their defaults if there is no device. Null if the template drops the message.',
  })
  readonly rendered!: RenderedTexts | null;

  @Field(() => String, { nullable: true, description: 'HTTP method; null if nothing would be sent.' })
  readonly method!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'URL of the request, with an example in place of the address of a device; null if nothing would be sent.',
  })
  readonly url!: string | null;

  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      'Headers of the request, text by name in lower case; `authorization` is masked. Null if nothing would be sent.',
  })
  readonly headers!: Readonly<Record<string, string>> | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Body of the request; for WEBPUSH before its encryption. Address, credentials, id and receipt are examples. Null if nothing would be sent.',
  })
  readonly body!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Size of the message in bytes, as the provider counts it; null if the provider has no limit.',
  })
  readonly size!: number | null;

  @Field(() => Int, { nullable: true, description: 'Largest size that the provider accepts, in bytes.' })
  readonly limit!: number | null;

  @Field(() => [String], { description: 'Fields of the message that have no effect on this platform.' })
  readonly ignoredFields!: readonly string[];

  @Field(() => Int, { description: 'About how many characters of the title a typical device shows.' })
  readonly titleLength!: number;

  @Field(() => Int, { description: 'About how many characters of the text a typical device shows.' })
  readonly textLength!: number;

  @Field(() => [MessageWarning], { description: 'Warnings about it.' })
  readonly warnings!: readonly PreviewWarning[];
}

@ObjectType({ description: 'A message as providers would receive it.', simpleResolvers: true })
export class MessagePreviewPayload {
  @Field(() => [MessagePreview], { description: 'One for each provider. Empty if there is nothing to show.' })
  readonly previews!: readonly MessagePreview[];

  @Field(() => [UserError], {
    description: 'The rules that the message breaks. The previews are without the values that break them.',
  })
  readonly userErrors!: readonly UserError[];
}

@Resolver()
export class MessagePreviewQuery {
  @Costly(50)
  @Query(() => MessagePreviewPayload, {
    description:
      'Shows the requests that would carry a message to its providers, made by the code that sends. Sends nothing and contacts no provider. Without `timeToLive`, the time to live is that of `pushTest`.',
  })
  async messagePreview(
    @Ctx() context: GraphContext,
    @Arg('push', () => PushInput, { description: 'The message. It is not stored.' }) push: PushInput,
    @Arg('provider', () => PushProviderEnum, {
      nullable: true,
      description: 'Shows only this provider. Every provider if both this and `deviceId` are omitted.',
    })
    provider?: ProviderName | null,
    @Arg('deviceId', () => ID, {
      nullable: true,
      description: 'Global id of a device: shows its provider, its language, and the defaults of its application.',
    })
    deviceId?: string | null,
    @Arg('language', () => LanguageTagScalar, {
      nullable: true,
      description: 'Shows the translation for this language. The language of the device, or `defaultLang`, if omitted.',
    })
    language?: string | null,
    @Arg('externalUserId', () => String, {
      nullable: true,
      description: "Your own id for a user: shows the message to the user's most recently active device.",
    })
    externalUserId?: string | null,
  ): Promise<MessagePreviewPayload> {
    context.require('read');
    const { value, userErrors } = await settle(NAMES, () => {
      if (language && canonicalLanguage(language) === null)
        throw badInput('language', '`language` must be a well-formed BCP 47 language tag, such as "pt-BR".');
      return context.services.messagePreview.preview(context.caller, {
        push: toPushInput(push),
        provider: provider ?? null,
        deviceId: deviceId ? toDeviceId(deviceId) : null,
        externalUserId: externalUserId ?? null,
        language: language || null,
      });
    });
    if (value === null) return { previews: [], userErrors };
    const broken = value.broken.length === 0 ? [] : (toUserErrors(invalidInput(value.broken), NAMES) ?? []);
    return { previews: value.previews.map(toPreview), userErrors: broken };
  }
}

const NAMES: FieldNames = {
  root: 'push',
  places: {
    id: 'deviceId',
    provider: 'provider',
    device_id: 'deviceId',
    external_user_id: 'externalUserId',
    language: 'language',
  },
};

const toDeviceId = (globalId: string): number => {
  const id = databaseIdOf('Device', globalId);
  if (id === null) throw badInput('device_id', 'There is no such device.', 'NOT_FOUND');
  return id;
};

const toPreview = ({ request, shown, ...preview }: ServicePreview): MessagePreview => ({
  ...preview,
  method: request?.method ?? null,
  url: request?.url ?? null,
  headers: request?.headers ?? null,
  body: request?.body ?? null,
  titleLength: shown.title,
  textLength: shown.text,
});
