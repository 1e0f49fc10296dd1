import { Field, InputType } from 'type-graphql';
import type { IdentityVerification } from '../../entities/app.js';
import { ALL_PROVIDERS, GIVEN_PROVIDERS, MADE_PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { OneOf } from '../../schema/one-of.js';
import { toEnumValue, toFieldName } from '../../schema/provider-hint.js';
import { TrueScalar } from '../../schema/scalars/scalars.js';
import type { CredentialsInput as ServiceInput } from '../../services/apps/app-input.js';
import { IdentityVerificationEnum } from './app-types.js';

// The fields of all of these are the providers' own: see their definitions in src/providers.

/** `ServiceAccountInput` and so on, with a String for each field of the provider's credentials. */
const inputTypes = GIVEN_PROVIDERS.map(({ name: provider, words, credentials: { fields, graphInput } }) => {
  class GivenInput {}
  for (const { name, graph } of fields) {
    Field(() => String, { description: graph })(GivenInput.prototype, toFieldName(name));
  }
  InputType(graphInput.name, { description: graphInput.description })(GivenInput);
  return { provider, title: words.title, type: GivenInput };
});

/** One field for each provider, of which exactly one is given. */
type ByProvider = Readonly<Record<string, object | true | null | undefined>>;

@OneOf()
@InputType({ description: 'New credentials; they settle the provider too. Stored encrypted and never shown again.' })
export class CredentialsInput {}

@OneOf()
@InputType({ description: 'Who carries the messages, with what it asks for. Stored encrypted and never shown again.' })
export class AppProviderInput {}

for (const { provider, title, type } of inputTypes) {
  const add = (input: typeof CredentialsInput | typeof AppProviderInput, description: string): void =>
    Field(() => type, { nullable: true, description })(input.prototype, toFieldName(provider));
  add(CredentialsInput, `For ${toEnumValue(provider)}, ${title}.`);
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
  /** null where we make them. */
  readonly credentials: ServiceInput | null;
}

/** The one provider that a `@oneOf` input names, with its fields under the provider's own names. */
export const toCredentials = (input: CredentialsInput | AppProviderInput): ChosenProvider => {
  const given = input as ByProvider;
  for (const { name } of ALL_PROVIDERS) {
    const fields = given[toFieldName(name)];
    if (!fields) continue;
    return { provider: name, credentials: fields === true ? null : toSnakeCase(fields) };
  }
  throw new Error('the input names no provider');
};

/** Where the services' names of credentials are in the arguments. */
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

@InputType({ description: 'A new application.' })
export class AppCreateInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Where it can be had: a URL of http, https or an own scheme.' })
  link?: string | null;

  @Field(() => AppProviderInput, { description: 'Who carries its messages.' })
  provider!: AppProviderInput;
}

@InputType({ description: 'What to change of an application. What is left out stays.' })
export class AppUpdateInput {
  @Field(() => String, { nullable: true, description: 'The name, 1 to 255 printable characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Where it can be had; null clears it.' })
  link?: string | null;

  @Field(() => IdentityVerificationEnum, {
    nullable: true,
    description:
      'Whether devices must prove whose they are. Requiring it makes the first secret, if there is none yet. Devices keep the `externalUserId` and tags that they have.',
  })
  identityVerification?: IdentityVerification | null;
}
