import { GIVEN_PROVIDERS, MADE_PROVIDERS } from '../providers/providers.js';
import { activitySchema } from '../sdk-api/live-activity-routes.js';
import {
  categoriesAnswer,
  preferencesAnswer,
  preferencesQuery,
  preferencesSchema,
} from '../sdk-api/preference-schemas.js';
import {
  deviceSchema,
  eventsAnswer,
  eventsSchema,
  receiptSchema,
  registrationAnswer,
  vapidKeyAnswer,
} from '../sdk-api/sdk-schemas.js';
import type { DocumentedRoute } from './documented-route.js';

export const SDK_BASE = '/sdk/v1';
export const SDK_PREFIX = `${SDK_BASE}/:service_id`;

const tag = 'devices';

const KNOWN = { language: 'de-AT', country: 'AT', timezone: 'Europe/Vienna' } as const;

const DEVICES = Object.fromEntries(
  [...MADE_PROVIDERS, ...GIVEN_PROVIDERS].map(({ name, examples: { device } }) => [
    name,
    { summary: device.summary, value: { ...device.address, ...KNOWN, ...device.more } },
  ]),
);

const ACTIVITY_TOKEN = '80d3f6a4c1b7e95f2208aa17';

const PREFERENCES = {
  preferences: [
    { key: 'offers', name: 'Offers', description: 'Sales and vouchers.', kind: 'marketing', choice: 'off' },
  ],
  all_marketing: 'on',
  preferences_url: 'https://push.example.com/preferences/2.5.16.g20.JrCd_IUPfIQf6xfaAtucTw',
};

/** The operations of `/sdk/v1`; a test compares them with the routes. */
export const SDK_OPERATIONS: readonly DocumentedRoute[] = [
  {
    method: 'POST',
    path: '/devices',
    operationId: 'registerDevice',
    tag,
    summary: 'Register or refresh a device',
    description:
      'Call this at every start of the application. A device is identified by its address (token, subscription id or endpoint). A new device gets an id and a secret, and the event `install` is recorded. A known device keeps its id. With its secret in `authorization`, the given fields replace the stored ones; without it, the device gets a new secret, and the old one stops working. Omitted fields keep their values. If the application requires identity verification, `external_user_id` needs its `identity_hash` (else 401), and `audiences` are refused (400). `attributes` belong to the device, and every key must be one that the account lets devices set (else 400).',
    body: deviceSchema,
    examples: DEVICES,
    answers: [
      {
        status: 201,
        description: 'New device, or new secret for a known device.',
        schema: registrationAnswer,
        example: { device_id: '17', device_secret: 'V7vSkqxMwrFYH0Ck7cOm2Zb3l1o8dLJtPqnGyAeUx4s' },
      },
      {
        status: 200,
        description: 'Known device that sent its secret.',
        schema: registrationAnswer,
        example: { device_id: '17' },
      },
    ],
    errors: ['BadRequest', 'WrongSecret', 'UnknownDevice', 'DevicePayloadTooLarge', 'TooManyRequests', 'InternalError'],
    security: 'maybeDeviceSecret',
    takesIdempotencyKey: false,
  },
  {
    method: 'PATCH',
    path: '/devices/:device_id',
    operationId: 'updateDevice',
    tag,
    summary: 'Update the properties or the address of a device',
    description:
      'Changes the given fields and keeps the others; `audiences` replaces all tags, and `attributes` changes only the keys that it names. A new token, subscription id or subscription changes the address of the device.',
    body: deviceSchema,
    examples: {
      language: { summary: 'New language and time zone', value: { language: 'en', timezone: 'Europe/London' } },
      attributes: {
        summary: 'Changed attributes',
        value: { attributes: { favourite_team: 'Reds', trial_ends: null } },
      },
      user: { summary: 'A user has signed in', value: { external_user_id: 'user-17', audiences: ['vip'] } },
    },
    answers: [{ status: 204 }],
    errors: ['BadRequest', 'WrongSecret', 'UnknownDevice', 'DevicePayloadTooLarge', 'TooManyRequests', 'InternalError'],
    security: 'deviceSecret',
    takesIdempotencyKey: false,
  },
  {
    method: 'DELETE',
    path: '/devices/:device_id',
    operationId: 'unregisterDevice',
    tag,
    summary: 'Unregister a device',
    description: 'Retires the device: nothing more is sent to it until it registers again.',
    answers: [{ status: 204 }],
    errors: ['BadRequest', 'WrongSecret', 'UnknownDevice', 'DevicePayloadTooLarge', 'TooManyRequests', 'InternalError'],
    security: 'deviceSecret',
    takesIdempotencyKey: false,
  },
  {
    method: 'POST',
    path: '/devices/:device_id/events',
    operationId: 'reportEvents',
    tag,
    summary: 'Report events on a device',
    description:
      'Starts the auto-push schedulers that listen to these events. An event whose `id` this device has already reported is ignored, so requests can be repeated safely.',
    body: eventsSchema,
    examples: {
      registration: { summary: 'A user has registered', value: { events: [{ code: 'reg' }] } },
      deposit: {
        summary: 'A deposit that counts once even if it is reported twice',
        value: { events: [{ code: 'dep', id: 'deposit-4711', occurred_at: '2026-11-21T09:00:00Z' }] },
      },
    },
    answers: [{ status: 202, schema: eventsAnswer, example: { accepted: 1, ignored: 0 } }],
    errors: ['BadRequest', 'WrongSecret', 'UnknownDevice', 'DevicePayloadTooLarge', 'TooManyRequests', 'InternalError'],
    security: 'deviceSecret',
    takesIdempotencyKey: false,
  },
  {
    method: 'GET',
    path: '/devices/:device_id/preferences',
    operationId: 'getPreferences',
    tag,
    summary: 'Get what may be sent to a device',
    description:
      'Returns the choice for each listed category: that of its user, or of the device, or the default of the category. Texts are in the language of the device, unless `language` names another one.',
    query: preferencesQuery,
    answers: [{ status: 200, schema: preferencesAnswer, example: PREFERENCES }],
    errors: ['BadRequest', 'WrongSecret', 'UnknownDevice', 'TooManyRequests', 'InternalError'],
    security: 'deviceSecret',
    takesIdempotencyKey: false,
  },
  {
    method: 'PUT',
    path: '/devices/:device_id/preferences',
    operationId: 'setPreferences',
    tag,
    summary: 'Choose what may be sent to a device',
    description:
      'Records the given choices and keeps the others. In an application that requires identity verification, they are for all devices of the user. Without it, or without a user, they are for this device alone. They apply to messages handed over afterwards.',
    query: preferencesQuery,
    body: preferencesSchema,
    examples: {
      category: { summary: 'No more offers', value: { choices: { offers: 'off' } } },
      marketing: { summary: 'No marketing at all', value: { all_marketing: 'off' } },
    },
    answers: [{ status: 200, schema: preferencesAnswer, example: PREFERENCES }],
    errors: ['BadRequest', 'WrongSecret', 'UnknownDevice', 'DevicePayloadTooLarge', 'TooManyRequests', 'InternalError'],
    security: 'deviceSecret',
    takesIdempotencyKey: false,
  },
  {
    method: 'PUT',
    path: '/devices/:device_id/live-activities/:activity',
    operationId: 'registerLiveActivity',
    tag,
    summary: 'Register the token of a Live Activity',
    description:
      'For iPhones, in applications of `provider_c`. `activity` is a name of 1 to 64 letters, digits, dots, hyphens and underscores that your server knows too, such as `order-17`. Repeat it whenever Apple issues another token. A device has at most 20.',
    body: activitySchema,
    examples: {
      update: { summary: 'An activity that is shown', value: { token: ACTIVITY_TOKEN } },
      start: {
        summary: 'The type of activities that your server may start',
        value: { token: ACTIVITY_TOKEN, kind: 'start' },
      },
    },
    answers: [{ status: 204 }],
    errors: ['BadRequest', 'WrongSecret', 'UnknownDevice', 'DevicePayloadTooLarge', 'TooManyRequests', 'InternalError'],
    security: 'deviceSecret',
    takesIdempotencyKey: false,
  },
  {
    method: 'DELETE',
    path: '/devices/:device_id/live-activities/:activity',
    operationId: 'deleteLiveActivity',
    tag,
    summary: 'Forget the tokens of a Live Activity',
    description: 'Call this when the activity has ended on the device, or when its user signs out. Idempotent.',
    answers: [{ status: 204 }],
    errors: ['BadRequest', 'WrongSecret', 'UnknownDevice', 'DevicePayloadTooLarge', 'TooManyRequests', 'InternalError'],
    security: 'deviceSecret',
    takesIdempotencyKey: false,
  },
  {
    method: 'GET',
    path: '/categories',
    operationId: 'listCategories',
    tag,
    summary: 'List the categories of messages',
    description: 'Returns the listed categories, so that an app can create their notification channels.',
    query: preferencesQuery,
    answers: [
      {
        status: 200,
        schema: categoriesAnswer,
        example: {
          categories: [
            { key: 'offers', name: 'Offers', description: '', kind: 'marketing', android_channel: 'offers' },
          ],
        },
      },
    ],
    errors: ['BadRequest', 'UnknownDevice', 'TooManyRequests', 'InternalError'],
    security: 'none',
    takesIdempotencyKey: false,
  },
  {
    method: 'POST',
    path: '/receipts',
    operationId: 'recordReceipt',
    tag,
    summary: 'Report that a message was delivered, clicked or dismissed',
    description:
      'The signed `receipt` of the message is sufficient proof, so a service worker needs no secret. A repeated receipt counts once.',
    body: receiptSchema,
    examples: {
      clicked: {
        summary: 'A user clicked the notification',
        value: { receipt: '1.1.1.h.q2FzZGZnaGprbHF3ZXJ0eQ', kind: 'clicked' },
      },
      button: {
        summary: 'A user clicked a button of the notification',
        value: { receipt: '1.1.1.h.q2FzZGZnaGprbHF3ZXJ0eQ', kind: 'clicked', button: 'buy' },
      },
      dismissed: {
        summary: 'A user closed the notification without a click',
        value: { receipt: '1.1.1.h.q2FzZGZnaGprbHF3ZXJ0eQ', kind: 'dismissed' },
      },
    },
    answers: [{ status: 204 }],
    errors: ['BadRequest', 'UnknownDevice', 'DevicePayloadTooLarge', 'TooManyRequests', 'InternalError'],
    security: 'none',
    takesIdempotencyKey: false,
  },
  {
    method: 'GET',
    path: '/vapidkey',
    operationId: 'getVapidKey',
    tag,
    summary: 'Get the key with which browsers subscribe',
    description: 'Returns the public VAPID key of a webpush application. 404 for other providers.',
    answers: [
      {
        status: 200,
        schema: vapidKeyAnswer,
        example: {
          vapid_key_public: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        },
      },
    ],
    errors: ['BadRequest', 'UnknownDevice', 'TooManyRequests', 'InternalError'],
    security: 'none',
    takesIdempotencyKey: false,
  },
];
