import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A PushSubscription of a browser.' })
export class WebSubscriptionInput {
  @Field(() => String, { description: 'Where the push service takes messages for it: an https URL.' })
  endpoint!: string;

  @Field(() => String, { description: 'The public key of the browser, base64url.' })
  p256dh!: string;

  @Field(() => String, { description: 'The secret that the browser made for it, base64url.' })
  auth!: string;
}
