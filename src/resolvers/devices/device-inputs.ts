import { Field, Float, InputType } from 'type-graphql';
import type { DeviceAttributesInput } from '../../services/devices/device-input.js';

@InputType({ description: 'The keys of a PushSubscription, as its `toJSON()` gives them.' })
export class WebSubscriptionKeysInput {
  @Field(() => String, { description: 'The public key of the browser, base64url.' })
  p256dh!: string;

  @Field(() => String, { description: 'The secret that the browser made for the subscription, base64url.' })
  auth!: string;
}

@InputType({
  description:
    'A PushSubscription of a browser: pass what its `toJSON()` returns. The two keys come in `keys`, or as `p256dh` and `auth` beside `endpoint`.',
})
export class WebSubscriptionInput {
  @Field(() => String, { description: 'Where the push service takes messages for it: an https URL.' })
  endpoint!: string;

  @Field(() => WebSubscriptionKeysInput, {
    nullable: true,
    description: 'Both keys; they win over `p256dh` and `auth`.',
  })
  keys?: WebSubscriptionKeysInput | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'When the browser lets the subscription expire, in milliseconds since 1970. Ignored: the push service reports a subscription that has expired.',
  })
  expirationTime?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The public key of the browser, base64url; required without `keys`.',
  })
  p256dh?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The secret that the browser made for it, base64url; required without `keys`.',
  })
  auth?: string | null;
}

/** What can be known of a device, wherever it is told. */
@InputType()
export abstract class KnownOfDeviceInput {
  @Field(() => String, { nullable: true, description: 'BCP 47, such as pt-BR.' })
  language?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2.' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'The IANA name of its time zone.' })
  timeZone?: string | null;

  @Field(() => String, { nullable: true, description: 'Your own id of its user.' })
  externalUserId?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Its tags, in place of those that it had. A tag has 1 to 255 characters and no "|".',
  })
  tags?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Such as android; up to you.' })
  platform?: string | null;

  @Field(() => String, { nullable: true, description: 'The version of your application on it.' })
  appVersion?: string | null;
}

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

@InputType({ description: 'What to change of a device. What is left out stays; null clears it.' })
export class DeviceUpdateInput extends KnownOfDeviceInput {}

/** A device to register, as services take it. A missing key breaks the rule for that key. */
export const toRegistration = ({ subscription, ...device }: DeviceInput) => {
  const { endpoint = '', keys, p256dh, auth } = subscription ?? {};
  const known = { endpoint, p256dh: keys?.p256dh ?? p256dh ?? '', auth: keys?.auth ?? auth ?? '' };
  return { ...toDeviceInput(device), subscription: subscription ? known : subscription };
};

/** Services know two fields of a device by their REST names. */
export const toDeviceInput = <T extends KnownOfDeviceInput>({
  timeZone,
  tags,
  ...same
}: T): Omit<T, 'timeZone' | 'tags'> & DeviceAttributesInput => ({ ...same, timezone: timeZone, audiences: tags });

/** Where they are in the arguments, for the errors. */
export const devicePlaces = (root: string, device?: DeviceInput): Readonly<Record<string, string>> => ({
  timezone: `${root}.timeZone`,
  audiences: `${root}.tags`,
  'subscription.keys': device?.subscription?.keys ? `${root}.subscription.keys` : `${root}.subscription`,
});
