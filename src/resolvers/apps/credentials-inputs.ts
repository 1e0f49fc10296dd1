import { Field, InputType } from 'type-graphql';
import type { ProviderName } from '../../providers/sender.js';
import { OneOf } from '../../schema/one-of.js';
import { TrueScalar } from '../../schema/scalars/scalars.js';
import type { CredentialsInput as ServiceInput } from '../../services/apps/app-input.js';

@InputType({
  description:
    'Credentials of PROVIDER_A, Firebase Cloud Messaging: the JSON file of a service account, key for key, each a string; a part may be empty.',
})
export class ServiceAccountInput {
  @Field(() => String, { description: '`type` of the file.' })
  type!: string;

  @Field(() => String, { description: '`project_id` of the file.' })
  projectId!: string;

  @Field(() => String, { description: '`private_key_id` of the file.' })
  privateKeyId!: string;

  @Field(() => String, { description: '`private_key` of the file: a private key in PEM form.' })
  privateKey!: string;

  @Field(() => String, { description: '`client_email` of the file.' })
  clientEmail!: string;

  @Field(() => String, { description: '`client_id` of the file.' })
  clientId!: string;

  @Field(() => String, { description: '`auth_uri` of the file.' })
  authUri!: string;

  @Field(() => String, { description: '`token_uri` of the file.' })
  tokenUri!: string;

  @Field(() => String, { description: '`auth_provider_x509_cert_url` of the file.' })
  authProviderX509CertUrl!: string;

  @Field(() => String, { description: '`client_x509_cert_url` of the file.' })
  clientX509CertUrl!: string;

  @Field(() => String, { description: '`universe_domain` of the file.' })
  universeDomain!: string;
}

@InputType({ description: 'Credentials of PROVIDER_C, Apple (APNs). A part may be empty.' })
export class SigningKeyInput {
  @Field(() => String, { description: 'The topic: the bundle id of the application.' })
  topic!: string;

  @Field(() => String, { description: 'The id of the Apple team that the key belongs to.' })
  teamId!: string;

  @Field(() => String, { description: 'The id of the key.' })
  privateKeyId!: string;

  @Field(() => String, { description: 'The private key in PEM form: the text of the .p8 file.' })
  privateKey!: string;
}

@InputType({ description: 'Credentials of PROVIDER_B, OneSignal. A part may be empty.' })
export class AppKeyInput {
  @Field(() => String, { description: "OneSignal's id of the application (App ID)." })
  appId!: string;

  @Field(() => String, { description: "OneSignal's API key of the application." })
  apiKey!: string;
}

@OneOf()
@InputType({ description: 'New credentials; they settle the provider too. Stored encrypted and never shown again.' })
export class CredentialsInput {
  @Field(() => ServiceAccountInput, { nullable: true, description: 'For PROVIDER_A, Firebase Cloud Messaging.' })
  providerA?: ServiceAccountInput;

  @Field(() => AppKeyInput, { nullable: true, description: 'For PROVIDER_B, OneSignal.' })
  providerB?: AppKeyInput;

  @Field(() => SigningKeyInput, { nullable: true, description: 'For PROVIDER_C, Apple (APNs).' })
  providerC?: SigningKeyInput;
}

@OneOf()
@InputType({ description: 'Who carries the messages, with what it asks for. Stored encrypted and never shown again.' })
export class AppProviderInput {
  @Field(() => ServiceAccountInput, { nullable: true, description: 'PROVIDER_A: Firebase Cloud Messaging.' })
  providerA?: ServiceAccountInput;

  @Field(() => AppKeyInput, { nullable: true, description: 'PROVIDER_B: OneSignal.' })
  providerB?: AppKeyInput;

  @Field(() => SigningKeyInput, { nullable: true, description: 'PROVIDER_C: Apple (APNs).' })
  providerC?: SigningKeyInput;

  @Field(() => TrueScalar, {
    nullable: true,
    description: 'WEBPUSH: the push services of the browsers; its VAPID keys are made here.',
  })
  webpush?: true;
}

export interface ChosenProvider {
  readonly provider: ProviderName;
  /** null for webpush. */
  readonly credentials: ServiceInput | null;
}

/** The one provider that a `@oneOf` input names, with its fields under the provider's own names. */
export const toCredentials = (input: AppProviderInput): ChosenProvider => {
  if (input.providerA) return { provider: 'provider_a', credentials: toSnakeCase(input.providerA) };
  if (input.providerB) return { provider: 'provider_b', credentials: toSnakeCase(input.providerB) };
  if (input.providerC) return { provider: 'provider_c', credentials: toSnakeCase(input.providerC) };
  return { provider: 'webpush', credentials: null };
};

/** Where the services' names of credentials are in the arguments. */
export const credentialPlaces = (argument: string): Readonly<Record<string, string>> => ({
  push_provider: argument,
  provider_a_creds: `${argument}.providerA`,
  provider_b_creds: `${argument}.providerB`,
  provider_c_creds: `${argument}.providerC`,
});

const toSnakeCase = (fields: object): ServiceInput =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
