import { Field, InputType } from 'type-graphql';
import { WebSubscriptionInput } from './web-subscription-input.js';

@InputType({
  description:
    'A device: where it is reached (one of `token`, `subscriptionId`, `subscription`, as its application wants) and what is known of it. What is left out stays as it is; null clears it.',
})
export class DeviceInput {
  @Field(() => String, { nullable: true, description: 'The token of provider_a or provider_c.' })
  token?: string | null;

  @Field(() => String, { nullable: true, description: 'The subscription id of provider_b.' })
  subscriptionId?: string | null;

  @Field(() => WebSubscriptionInput, { nullable: true, description: 'The subscription of a browser, for webpush.' })
  subscription?: WebSubscriptionInput | null;

  @Field(() => String, { nullable: true, description: 'BCP 47, such as pt-BR.' })
  language?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2.' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'The IANA name of its time zone.' })
  timezone?: string | null;

  @Field(() => String, { nullable: true, description: 'Your own id of its user.' })
  externalUserId?: string | null;

  @Field(() => [String], { nullable: true, description: 'Its audiences, in place of those that it had.' })
  audiences?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Such as android; up to you.' })
  platform?: string | null;

  @Field(() => String, { nullable: true, description: 'The version of your application on it.' })
  appVersion?: string | null;
}
