import { Field, InputType } from 'type-graphql';
import { KnownOfDeviceInput } from './known-of-device-input.js';
import { WebSubscriptionInput } from './web-subscription-input.js';

@InputType({
  description:
    'A device: where it is reached (one of `token`, `subscriptionId`, `subscription`, as its application wants) and what is known of it. What is left out stays as it is; null clears it.',
})
export class DeviceInput extends KnownOfDeviceInput {
  @Field(() => String, { nullable: true, description: 'The token of provider_a or provider_c.' })
  token?: string | null;

  @Field(() => String, { nullable: true, description: 'The subscription id of provider_b.' })
  subscriptionId?: string | null;

  @Field(() => WebSubscriptionInput, { nullable: true, description: 'The subscription of a browser, for webpush.' })
  subscription?: WebSubscriptionInput | null;
}
