import { Field, InputType } from 'type-graphql';
import { AppKeyInput } from './app-key-input.js';
import { OneOf } from './one-of.js';
import { ServiceAccountInput } from './service-account-input.js';
import { SigningKeyInput } from './signing-key-input.js';

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
