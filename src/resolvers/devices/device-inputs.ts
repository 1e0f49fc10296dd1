import { Field, Float, InputType } from 'type-graphql';
import { JSONObjectScalar } from '../../schema/scalars/scalars.js';
import type { DeviceAttributesInput } from '../../services/devices/device-input.js';

@InputType({ description: 'The keys of a PushSubscription, as returned by its `toJSON()`.' })
export class WebSubscriptionKeysInput {
  @Field(() => String, { description: 'Public key of the browser, base64url.' })
  p256dh!: string;

  @Field(() => String, { description: 'Authentication secret of the subscription, base64url.' })
  auth!: string;
}

@InputType({
  description:
    'A PushSubscription of a browser, as returned by its `toJSON()`. The two keys are in `keys`, or next to `endpoint` as `p256dh` and `auth`.',
})
export class WebSubscriptionInput {
  @Field(() => String, { description: 'URL (https) at which the push service accepts messages.' })
  endpoint!: string;

  @Field(() => WebSubscriptionKeysInput, {
    nullable: true,
    description: 'Both keys; take precedence over `p256dh` and `auth`.',
  })
  keys?: WebSubscriptionKeysInput | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Expiry of the subscription in milliseconds since 1970. Ignored: the push service reports expired subscriptions.',
  })
  expirationTime?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Public key of the browser, base64url; required without `keys`.',
  })
  p256dh?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Authentication secret, base64url; required without `keys`.',
  })
  auth?: string | null;
}

/** The properties that every input for devices has. */
@InputType()
export abstract class KnownOfDeviceInput {
  @Field(() => String, { nullable: true, description: 'Language as a BCP 47 tag, such as `pt-BR`.' })
  language?: string | null;

  @Field(() => String, { nullable: true, description: 'Country, ISO 3166-1 alpha-2.' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'IANA time zone.' })
  timeZone?: string | null;

  @Field(() => String, { nullable: true, description: 'Your own id for the user.' })
  externalUserId?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Tags; replace the current ones. A tag has 1 to 255 characters and no `|`.',
  })
  tags?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Platform, such as `android`; any text.' })
  platform?: string | null;

  @Field(() => String, { nullable: true, description: 'Version of your application.' })
  appVersion?: string | null;

  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "The device's own attributes, by key, which win over those of its user. A null value removes a key, and other keys stay.",
  })
  attributes?: Readonly<Record<string, unknown>> | null;
}

@InputType({
  description:
    'A device: its address (`token`, `subscriptionId` or `subscription`, depending on the provider) and its properties. Omitted properties keep their values; null removes them.',
})
export class DeviceInput extends KnownOfDeviceInput {
  @Field(() => String, {
    nullable: true,
    description: 'Token of Firebase Cloud Messaging (PROVIDER_A) or APNs (PROVIDER_C).',
  })
  token?: string | null;

  @Field(() => String, { nullable: true, description: 'Subscription id of OneSignal (PROVIDER_B).' })
  subscriptionId?: string | null;

  @Field(() => WebSubscriptionInput, { nullable: true, description: 'Subscription of a browser (WEBPUSH).' })
  subscription?: WebSubscriptionInput | null;
}

@InputType({ description: 'Changes to a device. Omitted properties keep their values; null removes them.' })
export class DeviceUpdateInput extends KnownOfDeviceInput {}

/** Converts a device to the form of the services. A missing key becomes empty, which their rules refuse. */
export const toRegistration = ({ subscription, ...device }: DeviceInput) => {
  const { endpoint = '', keys, p256dh, auth } = subscription ?? {};
  const known = { endpoint, p256dh: keys?.p256dh ?? p256dh ?? '', auth: keys?.auth ?? auth ?? '' };
  return { ...toDeviceInput(device), subscription: subscription ? known : subscription };
};

/** The services use the REST names of two fields. */
export const toDeviceInput = <T extends KnownOfDeviceInput>({
  timeZone,
  tags,
  ...same
}: T): Omit<T, 'timeZone' | 'tags'> & DeviceAttributesInput => ({ ...same, timezone: timeZone, audiences: tags });

/** Maps the REST names to paths in the arguments, for errors. */
export const devicePlaces = (root: string, device?: DeviceInput): Readonly<Record<string, string>> => ({
  timezone: `${root}.timeZone`,
  audiences: `${root}.tags`,
  'subscription.keys': device?.subscription?.keys ? `${root}.subscription.keys` : `${root}.subscription`,
});
