import { Field, InputType } from 'type-graphql';
import { KnownOfDeviceInput } from './known-of-device-input.js';
import { WebSubscriptionInput } from './web-subscription-input.js';

@InputType({
  description:
    'A device: where it is reached (one of `token`, `subscriptionId`, `subscription`, as its application wants) and what is known of it. What is left out stays as it is; null clears it.',
})
export class DeviceInput extends KnownOfDeviceInput {
  @Field(() => String, {
    nullable: true,
    description: 'The token of Firebase Cloud Messaging (PROVIDER_A) or Apple (PROVIDER_C).',
  })
  token?: string | null;

  @Field(() => String, { nullable: true, description: 'The subscription id of OneSignal (PROVIDER_B).' })
  subscriptionId?: string | null;

  @Field(() => WebSubscriptionInput, { nullable: true, description: 'The subscription of a browser (WEBPUSH).' })
  subscription?: WebSubscriptionInput | null;
}
