import { Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import type { Badge, Button, JsonObject, Passthrough, Sound, StringMap } from '../../ports/field-values.js';
import { defineEnum } from '../../schema/define-enum.js';
import { OneOf } from '../../schema/one-of.js';
import { HttpsUrlScalar, JSONObjectScalar } from '../../schema/scalars/scalars.js';

/** The enums of the fields of kind `choice`. */
export const CHOICE_ENUMS = {
  urgency: defineEnum('Urgency', 'Whether a message may wake a sleeping device (RFC 8030, 5.3).', {
    VERY_LOW: 'Only while the device is charging and on Wi-Fi.',
    LOW: 'While the device is charging or on Wi-Fi.',
    NORMAL: 'On a mobile network too, but not while the battery is low.',
    HIGH: 'At once, even if that wakes the device.',
  }),
  interruption: defineEnum('Interruption', "Apple's interruption levels.", {
    PASSIVE: 'Appears in the list without sound or light.',
    ACTIVE: 'Lights up the screen and plays the sound.',
    TIME_SENSITIVE: 'Breaks through most Focus modes; the app needs the entitlement.',
    CRITICAL: 'Plays even if the device is muted; the app needs the entitlement.',
  }),
  visibility: defineEnum('Visibility', "What Android's lock screen shows.", {
    PUBLIC: 'The whole message.',
    PRIVATE: 'Shows that there is a message, without its content.',
    SECRET: 'Nothing.',
  }),
  render: defineEnum('Render', 'Who draws a message on Android.', {
    SYSTEM: 'The system, even while the app is not running.',
    APP: 'The app, by the pushgraph library: with buttons, groups and subtitle.',
  }),
  missing: defineEnum('MissingValue', 'What happens to a message whose device lacks a value that its template shows.', {
    DEFAULT: 'The value is replaced by the default of the template, or by nothing.',
    ABORT: 'The message is not sent to this device, unless the template has a default for the value.',
  }),
};

@InputType({ description: 'The sound of a message.' })
export class SoundInput {
  @Field(() => String, {
    nullable: true,
    description: 'A sound file of the app, `default`, or `NONE` for no sound. Null: `default`.',
  })
  name?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Plays even if the iPhone is muted; the app needs the entitlement.',
  })
  critical?: boolean | null;

  @Field(() => Float, { nullable: true, description: 'Volume of a critical sound, 0 to 1. Null: full volume.' })
  volume?: number | null;
}

export const readSound = ({ name, critical, volume }: SoundInput): Sound => ({
  name: name || 'default',
  critical: critical ?? false,
  volume: volume ?? null,
});

@ObjectType('Sound', { description: 'The sound of a message.' })
export class SoundType {
  @Field(() => String, { description: 'A sound file of the app, `default`, or `NONE` for no sound.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether it plays even if the iPhone is muted.' })
  critical!: boolean;

  @Field(() => Float, { nullable: true, description: 'Volume of a critical sound, 0 to 1. Null: full volume.' })
  volume!: number | null;
}

@OneOf()
@InputType({ description: "The number on the app's icon: either of these." })
export class BadgeInput {
  @Field(() => Int, { nullable: true, description: 'The new number; 0 removes it.' })
  set?: number;

  @Field(() => Int, { nullable: true, description: 'How much to add to the number; may be negative.' })
  increment?: number;
}

export const readBadge = ({ set, increment }: BadgeInput): Badge =>
  typeof set === 'number' ? { set } : { increment: increment ?? 0 };

@ObjectType('Badge', { description: "The number on the app's icon: one of the fields, the other is null." })
export class BadgeType {
  @Field(() => Int, { nullable: true, description: 'The new number.' })
  set?: number | null;

  @Field(() => Int, { nullable: true, description: 'How much is added to the number.' })
  increment?: number | null;
}

@InputType({ description: 'A button below a message. `buttonLabels` of each translation has its text.' })
export class ButtonInput {
  @Field(() => String, { description: 'Its id, 1 to 32 of `A-Za-z0-9_-`, unique in the push.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'URL that a click opens. Null: the app decides; a browser opens the link of the message.',
  })
  link?: string | null;

  @Field(() => HttpsUrlScalar, { nullable: true, description: 'URL of an icon, shown by browsers.' })
  icon?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Shown in red on Apple devices. Default: false.' })
  destructive?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Asks the user for a text, if the app draws the message. Default: false.',
  })
  input?: boolean | null;
}

export const readButtons = (buttons: readonly ButtonInput[]): Button[] =>
  buttons.map(({ id, link, icon, destructive, input }) => ({
    id,
    link: link || null,
    icon: icon || null,
    destructive: destructive ?? false,
    input: input ?? false,
  }));

@ObjectType('Button', { description: 'A button below a message.' })
export class ButtonType {
  @Field(() => String, { description: 'Its id, unique in the push.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'URL that a click opens.' })
  link!: string | null;

  @Field(() => HttpsUrlScalar, { nullable: true, description: 'URL of an icon, shown by browsers.' })
  icon!: string | null;

  @Field(() => Boolean, { description: 'Shown in red on Apple devices.' })
  destructive!: boolean;

  @Field(() => Boolean, { description: 'Asks the user for a text, if the app draws the message.' })
  input!: boolean;
}

const APNS_HEADERS = 'Headers of the request, text by name in lower case.';
const APNS_PAYLOAD = 'Merged into the payload, `aps` included.';

@InputType({ description: "What is merged into Apple's messages." })
export class ApnsPassthroughInput {
  @Field(() => JSONObjectScalar, { nullable: true, description: APNS_HEADERS })
  headers?: StringMap | null;

  @Field(() => JSONObjectScalar, { nullable: true, description: APNS_PAYLOAD })
  payload?: JsonObject | null;
}

const FCM = 'Merged into `message` of FCM HTTP v1.';
const WEB_PUSH = 'Merged into the JSON that the service worker receives.';
const ONESIGNAL = "Merged into OneSignal's notification.";
const WARNING = 'It must not set address, authorisation, topic, receipt or identity.';

@InputType({ description: `JSON that is merged into each provider's message last. ${WARNING}` })
export class PassthroughInput {
  @Field(() => JSONObjectScalar, { nullable: true, description: FCM })
  fcm?: JsonObject | null;

  @Field(() => ApnsPassthroughInput, { nullable: true, description: "Merged into Apple's messages." })
  apns?: ApnsPassthroughInput | null;

  @Field(() => JSONObjectScalar, { nullable: true, description: WEB_PUSH })
  webpush?: JsonObject | null;

  @Field(() => JSONObjectScalar, { nullable: true, description: ONESIGNAL })
  onesignal?: JsonObject | null;
}

export const readPassthrough = ({ fcm, apns, webpush, onesignal }: PassthroughInput): Passthrough => ({
  fcm: fcm ?? null,
  apns: apns ? { headers: apns.headers ?? null, payload: apns.payload ?? null } : null,
  webpush: webpush ?? null,
  onesignal: onesignal ?? null,
});

@ObjectType('ApnsPassthrough', { description: "What is merged into Apple's messages." })
export class ApnsPassthroughType {
  @Field(() => JSONObjectScalar, { nullable: true, description: APNS_HEADERS })
  headers!: StringMap | null;

  @Field(() => JSONObjectScalar, { nullable: true, description: APNS_PAYLOAD })
  payload!: JsonObject | null;
}

@ObjectType('Passthrough', { description: "JSON that is merged into each provider's message last." })
export class PassthroughType {
  @Field(() => JSONObjectScalar, { nullable: true, description: FCM })
  fcm!: JsonObject | null;

  @Field(() => ApnsPassthroughType, { nullable: true, description: "Merged into Apple's messages." })
  apns!: Passthrough['apns'];

  @Field(() => JSONObjectScalar, { nullable: true, description: WEB_PUSH })
  webpush!: JsonObject | null;

  @Field(() => JSONObjectScalar, { nullable: true, description: ONESIGNAL })
  onesignal!: JsonObject | null;
}
