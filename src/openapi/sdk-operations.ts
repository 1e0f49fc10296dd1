import { GIVEN_PROVIDERS, MADE_PROVIDERS } from '../providers/providers.js';
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

/** The operations of `/sdk/v1`; a test holds them against the routes. */
export const SDK_OPERATIONS: readonly DocumentedRoute[] = [
  {
    method: 'POST',
    path: '/devices',
    operationId: 'registerDevice',
    tag,
    summary: 'Register a device, or refresh it',
    description:
      'At every start of the application: a device is known by its address (token, subscription id or endpoint). One that is new gets an id and a secret, and records the event `install`. One that is known keeps its id: with its secret in `authorization` what is sent replaces what was known; without the secret it gets a new one, and the old one dies. What is left out stays as it is. If the application requires identity verification, `external_user_id` needs its `identity_hash` (401), and `audiences` are refused (400).',
    body: deviceSchema,
    examples: DEVICES,
    answers: [
      {
        status: 201,
        description: 'A new device, or a new secret for a known one.',
        schema: registrationAnswer,
        example: { device_id: '17', device_secret: 'V7vSkqxMwrFYH0Ck7cOm2Zb3l1o8dLJtPqnGyAeUx4s' },
      },
      {
        status: 200,
        description: 'A known device that sent its secret.',
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
    summary: 'Update what is known of a device, or its address',
    description:
      'Changes what is sent and keeps the rest; `audiences` replaces all tags. With a new token, subscription id or subscription the device moves to that address.',
    body: deviceSchema,
    examples: {
      language: { summary: 'Another language and zone', value: { language: 'en', timezone: 'Europe/London' } },
      user: { summary: 'Somebody has signed in', value: { external_user_id: 'user-17', audiences: ['vip'] } },
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
    description: 'Nothing is sent to it any more. Registering the same address again is a new beginning.',
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
    summary: 'Report what happened on a device',
    description:
      'Starts the auto-push schedulers that listen to these events. One with an `id` that this device has reported before is ignored, so that a request may be sent again.',
    body: eventsSchema,
    examples: {
      registration: { summary: 'Somebody has registered with you', value: { events: [{ code: 'reg' }] } },
      deposit: {
        summary: 'A deposit, which may be reported twice and counts once',
        value: { events: [{ code: 'dep', id: 'deposit-4711', occurred_at: '2026-11-21T09:00:00Z' }] },
      },
    },
    answers: [{ status: 202, schema: eventsAnswer, example: { accepted: 1, ignored: 0 } }],
    errors: ['BadRequest', 'WrongSecret', 'UnknownDevice', 'DevicePayloadTooLarge', 'TooManyRequests', 'InternalError'],
    security: 'deviceSecret',
    takesIdempotencyKey: false,
  },
  {
    method: 'POST',
    path: '/receipts',
    operationId: 'recordReceipt',
    tag,
    summary: 'Say that a message was delivered or clicked',
    description:
      'The signed `receipt` of the message is proof enough, so that a service worker needs no secret. The same receipt counts once.',
    body: receiptSchema,
    examples: {
      clicked: {
        summary: 'Somebody clicked the notification',
        value: { receipt: '1.1.1.h.q2FzZGZnaGprbHF3ZXJ0eQ', kind: 'clicked' },
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
    description: 'The public VAPID key of a webpush application; 404 for the other providers.',
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
