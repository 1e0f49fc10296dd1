import { Type } from 'typebox';
import { RECEIPT_KINDS } from '../entities/receipt.js';
import { WEEKDAYS } from '../ports/quiet-hours.js';
import { ALL_PROVIDERS, listByAddress } from '../providers/providers.js';

const text = (description: string, ...examples: string[]) =>
  Type.Optional(Type.String({ description, ...(examples.length > 0 ? { examples } : {}) }));

const attributes = {
  language: text('Language of the device, a BCP 47 tag; it determines the translation.', 'de-AT', 'en'),
  country: text('Country, ISO 3166-1 alpha-2.', 'AT', 'US'),
  timezone: text(
    'IANA name of the time zone; without it the device counts as UTC.',
    'Europe/Vienna',
    'America/New_York',
  ),
  external_user_id: text('The user of the device, by your own id: 1 to 255 characters.', 'user-17'),
  identity_hash: text(
    'Needed with `external_user_id` if the application requires identity verification: HMAC-SHA-256 of the id with the secret of the application, lower-case hex. Your server makes it.',
  ),
  audiences: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'All audience tags of the device, each of 1 to 255 characters without "|"; at most 1,000. Refused if the application requires identity verification: then they come from its server.',
      examples: [['vip', 'Summer 2026'], []],
    }),
  ),
  attributes: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description:
        "The device's own attributes to change: texts, numbers, booleans, RFC 3339 dates, or lists of texts. null removes a key, and keys that are left out keep their values. Only keys that the account has defined as writable by devices are accepted. At most 100.",
      examples: [{ favourite_team: 'Reds', orders: 12, trial_ends: null }],
    }),
  ),
  platform: text(
    'Any text of 1 to 64 characters; `unifiedpush` for devices of a UnifiedPush distributor.',
    'android',
    'ios',
    'web',
    'unifiedpush',
  ),
  quiet_hours: Type.Optional(
    Type.Union(
      [
        Type.Object(
          {
            start: Type.String({ maxLength: 5, description: 'Start as HH:MM.' }),
            end: Type.String({ maxLength: 5, description: 'End as HH:MM, exclusive; not the same as `start`.' }),
            days: Type.Optional(
              Type.Array(Type.Enum([...WEEKDAYS]), {
                // Not `uniqueItems`: the Java client that is generated for a set of named values does not compile.
                maxItems: 7,
                description: 'The days on which they start, each at most once; every day if it is left out.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      {
        description:
          'Quiet hours that the user chose on the device, in its local time, in addition to those of the account. null removes them.',
        examples: [{ start: '22:00', end: '07:00' }, null],
      },
    ),
  ),
  app_version: text('Version of the application on the device, 1 to 64 characters.', '2.4.1'),
};

const SUBSCRIBED = ALL_PROVIDERS.filter(({ address }) => address.field === 'subscription').map(({ name }) => name);

/** Shared by registration, refresh and update; the application's provider determines the kind of address. */
export const deviceSchema = Type.Object(
  {
    token: text(`The token of ${listByAddress('token', ' or ')}: up to 4,096 ASCII characters.`),
    subscription_id: text(`The subscription id of ${listByAddress('subscription_id', ' or ')}.`),
    subscription: Type.Optional(
      Type.Object(
        {
          endpoint: Type.String({
            description: "The https address at which the browser's push service accepts messages.",
          }),
          keys: Type.Object({
            p256dh: Type.String({ description: 'Public key of the browser, base64url.' }),
            auth: Type.String({ description: 'Secret of the subscription, base64url.' }),
          }),
        },
        { description: `What \`pushManager.subscribe\` gives, as JSON: for ${SUBSCRIBED.join(', ')}.` },
      ),
    ),
    ...attributes,
  },
  {
    title: 'Device',
    description: 'One of `token`, `subscription_id` and `subscription`, and properties of the device.',
  },
);

export const eventsSchema = Type.Object(
  {
    events: Type.Array(
      Type.Object({
        code: Type.String({ description: 'Code of a custom event, or `reg` or `dep`.' }),
        id: text('Your own id of this event, up to 128 characters: the same id from this device counts once.'),
        occurred_at: text('When it happened, RFC 3339; now if it is left out.'),
        data: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description:
              'Texts, numbers and booleans by key, at most 2,048 bytes as JSON: `event` in the templates of auto-push.',
          }),
        ),
      }),
      { description: '1 to 100 events.' },
    ),
  },
  { title: 'EventReport' },
);

export const receiptSchema = Type.Object(
  {
    receipt: Type.String({ description: 'The `receipt` that came with the message.' }),
    kind: Type.Enum([...RECEIPT_KINDS], {
      description: 'What happened to the message; `dismissed`: the user closed it without a click.',
    }),
    button: text('The `id` of the clicked button: 1 to 64 characters, and only with `clicked`.', 'buy'),
  },
  { title: 'Receipt' },
);

export const registrationAnswer = Type.Object(
  {
    device_id: Type.String({ description: 'Identifies the device within its application.' }),
    device_secret: Type.Optional(
      Type.String({
        description:
          'Later proves that it is the same device; keep it on the device. Absent if the request had a valid one.',
      }),
    ),
  },
  { title: 'DeviceRegistration' },
);

export const eventsAnswer = Type.Object(
  {
    accepted: Type.Integer({ minimum: 0, description: 'Recorded.' }),
    ignored: Type.Integer({
      minimum: 0,
      description: 'Events reported before, and events whose custom event is inactive.',
    }),
  },
  { title: 'EventReportResult' },
);

export const vapidKeyAnswer = Type.Object({
  vapid_key_public: Type.String({ description: 'Uncompressed P-256 point, base64url: `applicationServerKey`.' }),
});
