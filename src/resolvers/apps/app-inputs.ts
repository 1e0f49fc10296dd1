import { Field, InputType } from 'type-graphql';
import type { IdentityVerification } from '../../entities/app.js';
import type { MessageDefaults } from '../../ports/message-fields.js';
import { ALL_PROVIDERS, GIVEN_PROVIDERS, MADE_PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { OneOf } from '../../schema/one-of.js';
import { toEnumValue, toFieldName } from '../../schema/provider-hint.js';
import { TrueScalar } from '../../schema/scalars/scalars.js';
import type { CredentialsInput as ServiceInput } from '../../services/apps/app-input.js';
import { addInputFields, messageInput, readFields } from '../pushes/message-fields.js';
import { QuietHoursInput } from '../quiet-hours/quiet-hours-types.js';
import { IdentityVerificationEnum } from './app-types.js';

// The definitions in src/providers declare the fields of these inputs.

/** Defines `ServiceAccountInput` etc., with a String for each field of the credentials. */
const inputTypes = GIVEN_PROVIDERS.map(({ name: provider, words, credentials: { fields, graphInput } }) => {
  class GivenInput {}
  for (const { name, graph } of fields) {
    Field(() => String, { description: graph })(GivenInput.prototype, toFieldName(name));
  }
  InputType(graphInput.name, { description: graphInput.description })(GivenInput);
  return { provider, title: words.title, type: GivenInput };
});

/** One field for each provider; exactly one is set. */
type ByProvider = Readonly<Record<string, object | true | null | undefined>>;

@OneOf()
@InputType({ description: 'New credentials. They also determine the provider. Stored encrypted and never returned.' })
export class CredentialsInput {}

@OneOf()
@InputType({ description: 'The provider with its credentials. Stored encrypted and never returned.' })
export class AppProviderInput {}

for (const { provider, title, type } of inputTypes) {
  const add = (input: typeof CredentialsInput | typeof AppProviderInput, description: string): void =>
    Field(() => type, { nullable: true, description })(input.prototype, toFieldName(provider));
  add(CredentialsInput, `Credentials of ${toEnumValue(provider)}: ${title}.`);
  add(AppProviderInput, `${toEnumValue(provider)}: ${title}.`);
}
for (const { name, credentials } of MADE_PROVIDERS) {
  Field(() => TrueScalar, { nullable: true, description: credentials.graph })(
    AppProviderInput.prototype,
    toFieldName(name),
  );
}

export interface ChosenProvider {
  readonly provider: ProviderName;
  /** null if this service makes them itself. */
  readonly credentials: ServiceInput | null;
}

/** The provider that a `@oneOf` input names, with the credentials under the provider's own names. */
export const toCredentials = (input: CredentialsInput | AppProviderInput): ChosenProvider => {
  const given = input as ByProvider;
  for (const { name } of ALL_PROVIDERS) {
    const fields = given[toFieldName(name)];
    if (!fields) continue;
    return { provider: name, credentials: fields === true ? null : toSnakeCase(fields) };
  }
  throw new Error('The input names no provider.');
};

/** Maps the services' names of credentials to paths in the arguments. */
export const credentialPlaces = (argument: string): Readonly<Record<string, string>> => ({
  push_provider: argument,
  ...Object.fromEntries(GIVEN_PROVIDERS.map(({ name }) => [`${name}_creds`, `${argument}.${toFieldName(name)}`])),
});

const toSnakeCase = (fields: object): ServiceInput =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

@InputType({
  description: 'Values for the fields that pushes leave out, in messages to the devices of one application.',
})
export class MessageDefaultsInput extends messageInput('push') {}

addInputFields('push', MessageDefaultsInput);

const MESSAGE_DEFAULTS = 'Values for the fields of messages that its pushes leave out';

/** Undefined keeps the values. Null, or an input without any value, removes them. */
export const toMessageDefaults = (
  input: MessageDefaultsInput | null | undefined,
): MessageDefaults | null | undefined => {
  if (!input) return input;
  const given = Object.entries(readFields('push', input)).filter(([, value]) => value !== null);
  return given.length === 0 ? null : (Object.fromEntries(given) as MessageDefaults);
};

@InputType({ description: 'A new application.' })
export class AppCreateInput {
  @Field(() => String, { description: 'Name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'URL of the application: http, https or a custom scheme.' })
  link?: string | null;

  @Field(() => String, { nullable: true, description: 'URL of the icon on the preferences page: http or https.' })
  icon?: string | null;

  @Field(() => AppProviderInput, { description: 'The provider that delivers its messages, with its credentials.' })
  provider!: AppProviderInput;

  @Field(() => MessageDefaultsInput, { nullable: true, description: `${MESSAGE_DEFAULTS}.` })
  messageDefaults?: MessageDefaultsInput | null;
}

@InputType({ description: 'Changes to an application. Omitted fields keep their values.' })
export class AppUpdateInput {
  @Field(() => String, { nullable: true, description: 'Name, 1 to 255 printable characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'URL of the application; null removes it.' })
  link?: string | null;

  @Field(() => String, { nullable: true, description: 'URL of the icon on the preferences page; null removes it.' })
  icon?: string | null;

  @Field(() => IdentityVerificationEnum, {
    nullable: true,
    description:
      'How devices prove which user they belong to. REQUIRED creates the first secret of an application without one. Devices keep their current `externalUserId` and tags.',
  })
  identityVerification?: IdentityVerification | null;

  @Field(() => MessageDefaultsInput, {
    nullable: true,
    description: `${MESSAGE_DEFAULTS}. They replace all earlier ones; null removes them.`,
  })
  messageDefaults?: MessageDefaultsInput | null;

  @Field(() => QuietHoursInput, {
    nullable: true,
    description: 'Quiet hours of its messages; null for those of the account.',
  })
  quietHours?: QuietHoursInput | null;
}
