import { PROVIDER_LEGEND } from '../providers/providers.js';

const LICENSE = { name: 'Apache-2.0', identifier: 'Apache-2.0' } as const;

/** The `info` of the document that describes only the device interface. */
export const SDK_INFO = {
  title: 'pushgraph devices',
  version: '1.0.0',
  summary: 'The API for applications on devices: registration, updates, events and receipts.',
  description: [
    'The `service_id` identifies the application and is not secret. Registration returns a `device_secret`, which the device sends in later calls as `authorization: Bearer`.',
    'Bodies are JSON in UTF-8, up to 64 KiB. Fields that this document does not describe are ignored.',
    'Every error has the form `{error, req_id}`. After 429, wait as long as `retry-after` says. Retry requests that fail with a status of 500 or above.',
    'Browsers may call this API from any origin.',
  ].join('\n\n'),
  license: LICENSE,
} as const;

/** The texts of the document that belong to no single route. */
export const API_DESCRIPTION = {
  info: {
    title: 'pushgraph REST and device interfaces',
    version: '2.0.0',
    summary:
      'Applications, groups, custom events, pushes and schedulers of a push-notification service, and its devices.',
    description: [
      'Bodies are JSON in UTF-8, up to 1 MiB. In requests, null counts as omitted, and fields that this document does not describe are ignored. Types are never converted.',
      'Every object belongs to the user of the API key. Objects of other users are treated as if they did not exist.',
      'Ids are positive integers below 2^53. Any other value in place of an id returns 404.',
      'Every error has the form `{error, req_id}`, including unknown paths (404) and unsupported methods (405, with `allow`). Requests that fail with 5xx may be retried.',
      'A POST with the header `Idempotency-Key` is executed once within 24 hours: repeating the key and the body returns the first response again.',
      `Providers: ${PROVIDER_LEGEND}.`,
      'Paths that start with `/sdk/v1` are for applications on devices. They are used without the REST prefix and accept calls from any origin. They need no API key, only the `service_id` of the application and, after registration, the `device_secret` of the device.',
      'This document and its page `/docs` are public and need no key.',
    ].join('\n\n'),
    license: LICENSE,
  },
  tags: [
    {
      name: 'schedulers',
      description:
        'Schedulers decide which devices get pushes, and when: after an event (`conversion`), once (`onesend`) or every week (`smartweekly`).',
    },
    { name: 'apps', description: 'Applications, their providers and credentials.' },
    { name: 'pushes', description: 'Messages in one or more languages, and the schedulers that send them.' },
    { name: 'app groups', description: 'Groups of applications. Groups and applications share one sequence of ids.' },
    {
      name: 'events',
      description: 'Custom events of devices, in addition to the system events `install`, `reg` and `dep`.',
    },
    {
      name: 'devices',
      description: 'The API for applications on devices: registration, events and receipts. Needs no API key.',
    },
  ],
  securitySchemes: {
    deviceSecret: {
      type: 'http',
      scheme: 'bearer',
      description: 'The `device_secret` that the device received when it registered.',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key. GET requires the scope `read`, every other method `write`; activating a scheduler also requires `send`.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: '1 to 255 printable ASCII characters. Send the same key when you repeat the request.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    },
  },
  headers: {
    RequestId: {
      description: 'Id of this request, as in the log and in `req_id` of errors.',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    },
    IdempotencyReplayed: {
      description: '`true` if this is a repetition of the first response for the `Idempotency-Key`.',
      schema: { type: 'string', const: 'true' },
    },
    RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  },
} as const;
