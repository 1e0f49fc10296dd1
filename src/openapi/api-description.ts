import { PROVIDER_LEGEND } from '../providers/providers.js';

const LICENSE = { name: 'Apache-2.0', identifier: 'Apache-2.0' } as const;

/** The `info` of the document that describes the interface of devices alone. */
export const SDK_INFO = {
  title: 'pushgraph devices',
  version: '1.0.0',
  summary: 'What an application on a device calls: registration, updates, events and receipts.',
  description: [
    'The `service_id` names the application and is not secret. Registration returns a `device_secret`, which later calls of the same device send as `authorization: Bearer`.',
    'Bodies are JSON in UTF-8, of at most 64 KiB. Members that this document does not describe are ignored.',
    'Errors have one shape, `{error, req_id}`. After 429 wait as long as `retry-after` says; repeat requests that failed with a status of 500 or more.',
    'Browsers may call it from any origin.',
  ].join('\n\n'),
  license: LICENSE,
} as const;

/** The words of the document that belong to no single route. */
export const API_DESCRIPTION = {
  info: {
    title: 'pushgraph REST and device interfaces',
    version: '2.0.0',
    summary:
      'Applications, groups, custom events, pushes and schedulers of a push-notification service, and the devices that they reach.',
    description: [
      'Bodies are JSON in UTF-8, of at most 1 MiB. In requests a member that is null counts as omitted, and one that is not described here is ignored; types are never converted.',
      'Everything belongs to the user of the API key. What is another user’s is answered as if it did not exist.',
      'Ids are positive integers below 2^53; anything else in the place of an id gets 404.',
      'Errors have one shape, `{error, req_id}`, also for addresses that are none (404) and methods that a path does not take (405, with `allow`). A failure 5xx may be tried again.',
      'A POST with the header `Idempotency-Key` is carried out once in 24 hours: the same key and body get the first answer again.',
      `The providers: ${PROVIDER_LEGEND}.`,
      'Paths that begin with `/sdk/v1` are for applications on devices: they stand as they are, without the prefix of REST, take calls from any origin, and need no API key but the `service_id` of the application and, for what a device says later, its `device_secret`.',
      'This document is public: it and the page that shows it, `/docs`, need no key.',
    ].join('\n\n'),
    license: LICENSE,
  },
  tags: [
    {
      name: 'schedulers',
      description:
        'Which devices get pushes, and when: after an event (`conversion`), once (`onesend`) or every week (`smartweekly`).',
    },
    { name: 'apps', description: 'Applications, their providers and credentials.' },
    { name: 'pushes', description: 'Messages in one or more languages, and the schedulers that send them.' },
    { name: 'app groups', description: 'Groups of applications. They share one sequence of ids with applications.' },
    { name: 'events', description: 'Custom events of devices, beside the system events `install`, `reg` and `dep`.' },
    {
      name: 'devices',
      description: 'What an application on a device calls: registration, events, receipts. No API key.',
    },
  ],
  securitySchemes: {
    deviceSecret: {
      type: 'http',
      scheme: 'bearer',
      description: 'The `device_secret` that the device got when it registered.',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key. GET needs its scope `read`, everything else `write`, and activating a scheduler `send` as well.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Any 1 to 255 printable ASCII characters; repeats of the request send the same.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    },
  },
  headers: {
    RequestId: {
      description: 'Id of this request: in the log, and `req_id` of errors.',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    },
    IdempotencyReplayed: {
      description: '`true`: the first answer for this `Idempotency-Key`, given again.',
      schema: { type: 'string', const: 'true' },
    },
    RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  },
} as const;
