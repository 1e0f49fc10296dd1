import { Field, ID, Int, ObjectType } from 'type-graphql';
import { App, type IdentityVerification } from '../../entities/app.js';
import type { MessageDefaults } from '../../ports/message-fields.js';
import { ALL_PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { Reads } from '../../schema/columns/reads.js';
import { defineEnum, defineMappedEnum } from '../../schema/define-enum.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { toEnumValue } from '../../schema/provider-hint.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import type { CredentialStatus } from '../../services/apps/credential-status.js';
import { ReasonCodeField } from '../deliveries/reason-code.js';
import { addOutputFields } from '../pushes/message-fields.js';

export const PushProviderEnum: Readonly<Record<string, ProviderName>> = defineMappedEnum(
  'PushProvider',
  'The provider that delivers the messages of an application.',
  Object.fromEntries(ALL_PROVIDERS.map(({ name, words }) => [toEnumValue(name), [name, words.graph] as const])),
);

export const CredentialStatusEnum = defineMappedEnum(
  'CredentialStatus',
  'The state of the credentials of an application, as its messages show.',
  {
    INCOMPLETE: ['incomplete', 'A credential that the provider requires is missing; nothing can be sent.'],
    UNTRIED: ['untried', 'The provider has not accepted a message since they were set. Send one with `pushTest`.'],
    WORKING: ['working', 'The provider has accepted a message with them.'],
    REFUSED: [
      'refused',
      'The provider refused them, or they are unusable; see `pauseReason`. Sending is retried automatically.',
    ],
  },
) satisfies Record<string, CredentialStatus>;

export const IdentityVerificationEnum = defineEnum(
  'IdentityVerification',
  'How devices prove which user they belong to.',
  {
    OFF: 'Devices need no proof. Anyone who knows the `serviceId` can register a device with any `external_user_id` and receive the messages of that user.',
    REQUIRED:
      'An `external_user_id` requires an `identity_hash`, which only your server can make. Only your server can set tags.',
  },
) satisfies Record<IdentityVerification, IdentityVerification>;

@ObjectType('MessageDefaults', {
  simpleResolvers: true,
  description: 'Values for the fields that pushes leave out, in messages to the devices of one application.',
})
export class MessageDefaultsType {}

addOutputFields('push', MessageDefaultsType);

/** Its values are rows of `app`. */
@ObjectType('App', {
  implements: Node,
  simpleResolvers: true,
  description: 'An application whose devices receive messages.',
})
export class AppType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id, as in REST.' })
  readonly id!: number;

  @Field(() => ID, { description: 'Identifies the application to the SDKs on devices. Not secret.' })
  readonly serviceId!: string;

  @Field(() => PushProviderEnum, { description: 'The provider that delivers its messages.' })
  readonly pushProvider!: ProviderName;

  @Field(() => String, { description: 'Name, 1 to 255 characters.' })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: 'URL of the application, for example in a store.' })
  readonly link!: string | null;

  @Field(() => String, { nullable: true, description: 'URL of the icon on the hosted preferences page.' })
  readonly icon!: string | null;

  @Field(() => Boolean, { description: 'True if archived: nothing is sent to its devices.' })
  readonly archived!: boolean;

  @Reads<App>('credentialsComplete')
  @Field(() => Boolean, {
    name: 'ready',
    simple: false,
    description: 'True if every credential that its provider requires is set.',
  })
  readonly credentialsComplete!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Public VAPID key, base64url; null unless the provider is WEBPUSH.',
  })
  readonly vapidKeyPublic!: string | null;

  @Field(() => IdentityVerificationEnum, { description: 'How its devices prove which user they belong to.' })
  readonly identityVerification!: IdentityVerification;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Set while the provider refuses the whole application: nothing is sent until this time. The waiting messages are then retried, and the pause ends when one succeeds. A time in the past means that a retry is under way or nothing is waiting. Null if not paused.',
  })
  readonly pausedUntil!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the pause began, including any extensions; null if not paused.',
  })
  readonly pausedSince!: Date | null;

  @Field(() => String, { nullable: true, description: 'Why the application is paused; null if not paused.' })
  readonly pauseReason!: string | null;

  @Field(() => MessageDefaultsType, {
    nullable: true,
    description: 'Values for the fields of messages that its pushes leave out; null if there are none.',
  })
  readonly messageDefaults!: MessageDefaults | null;

  @Field(() => DateTimeScalar, { description: 'When the application was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the application was last changed.' })
  readonly updatedAt!: Date;
}

@ObjectType({ description: 'The verdict of a provider on the credentials of an application.', simpleResolvers: true })
export class AppCredentialsCheckPayload {
  @Field(() => Boolean, {
    nullable: true,
    description: 'True if the provider accepts them; null if it gave no verdict or was not contacted.',
  })
  readonly accepted!: boolean | null;

  @Field(() => String, { description: 'The result in one sentence, with the action to take.' })
  readonly message!: string;

  @Field(() => String, {
    nullable: true,
    description: "Why not: the provider's response, or our own reason. Null if accepted.",
  })
  readonly reason!: string | null;

  @ReasonCodeField()
  readonly reasonCode!: string | null;

  @Field(() => String, { nullable: true, description: 'How to fix it; null if unknown.' })
  readonly advice!: string | null;

  @Field(() => [UserError], {
    description: 'The rules that the input breaks. If there are any, the provider was not contacted.',
  })
  readonly userErrors!: readonly UserError[];
}
