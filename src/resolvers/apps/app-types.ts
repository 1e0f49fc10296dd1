import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { App, type IdentityVerification } from '../../entities/app.js';
import { ALL_PROVIDERS, PROVIDER_NAMES } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { Reads } from '../../schema/columns/reads.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { toEnumValue } from '../../schema/provider-hint.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import type { CredentialStatus } from '../../services/apps/credential-status.js';
import { ReasonCodeEnum } from '../deliveries/reason-code.js';

export const PushProviderEnum: Readonly<Record<string, ProviderName>> = Object.fromEntries(
  PROVIDER_NAMES.map((name) => [toEnumValue(name), name]),
);

registerEnumType(PushProviderEnum, {
  name: 'PushProvider',
  description: 'Who carries the messages of an application.',
  valuesConfig: Object.fromEntries(
    ALL_PROVIDERS.map(({ name, words }) => [toEnumValue(name), { description: words.graph }]),
  ),
});

export const CredentialStatusEnum = {
  INCOMPLETE: 'incomplete',
  UNTRIED: 'untried',
  WORKING: 'working',
  REFUSED: 'refused',
} as const satisfies Record<string, CredentialStatus>;

registerEnumType(CredentialStatusEnum, {
  name: 'CredentialStatus',
  description: 'Whether the credentials of an application work, by what became of its messages.',
  valuesConfig: {
    INCOMPLETE: { description: 'A part of what the provider asks for is missing; nothing can be sent.' },
    UNTRIED: { description: 'No message has gone through since they were set; `pushTest` tries them.' },
    WORKING: { description: 'The provider has taken a message with them.' },
    REFUSED: {
      description: 'They were refused, or cannot be used; `pauseReason` says why. It is tried again by itself.',
    },
  },
});

export const IdentityVerificationEnum = {
  OFF: 'OFF',
  REQUIRED: 'REQUIRED',
} as const satisfies Record<IdentityVerification, IdentityVerification>;

registerEnumType(IdentityVerificationEnum, {
  name: 'IdentityVerification',
  description: 'Whether devices must prove whose they are.',
  valuesConfig: {
    OFF: {
      description:
        'They are believed: whoever knows the `serviceId` can register a device with the `external_user_id` of anybody, and gets what is sent to that user.',
    },
    REQUIRED: {
      description:
        'An `external_user_id` needs an `identity_hash`, which only your server can make, and tags come from your server alone.',
    },
  },
});

/** Its values are rows of `app`. */
@ObjectType('App', {
  implements: Node,
  simpleResolvers: true,
  description: 'An application; its devices receive messages.',
})
export class AppType {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  readonly id!: number;

  @Field(() => ID, { description: 'Names the application to the SDKs on devices; not secret.' })
  readonly serviceId!: string;

  @Field(() => PushProviderEnum, { description: 'Who carries its messages.' })
  readonly pushProvider!: ProviderName;

  @Field(() => String, { description: 'The name, 1 to 255 characters.' })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: 'Where it can be had, for example in a store.' })
  readonly link!: string | null;

  @Field(() => Boolean, { description: 'Archived: nothing is sent to its devices.' })
  readonly archived!: boolean;

  @Reads<App>('credentialsComplete')
  @Field(() => Boolean, {
    name: 'ready',
    simple: false,
    description: 'All it needs for sending is there: no part of what its provider asks for is empty.',
  })
  readonly credentialsComplete!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The public VAPID key, base64url; null unless the provider is WEBPUSH.',
  })
  readonly vapidKeyPublic!: string | null;

  @Field(() => IdentityVerificationEnum, { description: 'Whether its devices must prove whose they are.' })
  readonly identityVerification!: IdentityVerification;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'The provider refused the whole application: nothing is sent until this moment, when the messages that wait are the next to be tried; the pause ends when one goes through. In the past: it is being tried, or nothing waits. Null: it is not paused.',
  })
  readonly pausedUntil!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When its pause began, however often it has been prolonged since; null if it is not paused.',
  })
  readonly pausedSince!: Date | null;

  @Field(() => String, { nullable: true, description: 'Why it is paused.' })
  readonly pauseReason!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  readonly updatedAt!: Date;
}

export const AppConnection = connectionType('App', 'applications', () => AppType);

@ObjectType({ description: 'What a provider says of the credentials of an application.', simpleResolvers: true })
export class AppCredentialsCheckPayload {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it takes them; null if it has not said, or nothing was asked.',
  })
  readonly accepted!: boolean | null;

  @Field(() => String, { description: 'What it said, in a sentence, and what to do.' })
  readonly message!: string;

  @Field(() => String, { nullable: true, description: "The provider's answer, or ours; null if it takes them." })
  readonly reason!: string | null;

  @Field(() => ReasonCodeEnum, {
    nullable: true,
    description: 'What the reason means; null if only the provider knows.',
  })
  readonly reasonCode!: string | null;

  @Field(() => String, { nullable: true, description: 'What to do, where that is known.' })
  readonly advice!: string | null;

  @Field(() => [UserError], { description: 'The rules that were broken; then nothing was asked.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The answer to a change of an application.', simpleResolvers: true })
export class AppPayload {
  @Field(() => AppType, { nullable: true, description: 'The application as it is now; null if nothing was changed.' })
  readonly app!: App | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The new secret with which your server makes identity hashes, shown this once; null unless this change made one.',
  })
  readonly identitySecret?: string | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
