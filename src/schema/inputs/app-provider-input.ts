import { Field, InputType } from 'type-graphql';
import { TrueScalar } from '../scalars/true-scalar.js';
import { AppKeyInput } from './app-key-input.js';
import { OneOf } from './one-of.js';
import { ServiceAccountInput } from './service-account-input.js';
import { SigningKeyInput } from './signing-key-input.js';

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
