import type { OpenapiResponse, Reference } from './openapi-document.js';

interface ErrorKind {
  readonly status: number;
  readonly description: string;
  /** Headers of this answer beside `x-request-id`. */
  readonly headers?: readonly string[];
}

/** The errors of REST and of devices (docs/rules.md#errors), by their name under `components.responses`. */
const ERROR_KINDS = {
  BadRequest: { status: 400, description: 'Invalid data in address, headers or body. Nothing was changed.' },
  Unauthorized: { status: 401, description: 'The API key is missing, malformed, unknown or revoked.' },
  WrongSecret: {
    status: 401,
    description: 'The device secret is missing or not that of this device, or the identity hash not that of the user.',
  },
  Forbidden: { status: 403, description: 'The scopes of the key do not allow this, or the user is suspended.' },
  NotFound: { status: 404, description: "What the path names does not exist, or is another user's." },
  UnknownDevice: {
    status: 404,
    description: 'No application has this service id, it is archived, or it has no such device.',
  },
  Conflict: {
    status: 409,
    description:
      'The `Idempotency-Key` was used for another request; or, with `retry-after`, the first request is still at work.',
    headers: ['RetryAfter'],
  },
  PayloadTooLarge: { status: 413, description: 'The body is larger than 1 MiB.' },
  DevicePayloadTooLarge: { status: 413, description: 'The body is larger than 64 KiB.' },
  TooManyRequests: {
    status: 429,
    description: 'Too many requests, or too many with a bad key, in the last minute. Nothing was recorded.',
    headers: ['RetryAfter'],
  },
  InternalError: { status: 500, description: 'A failure of the service; try again.' },
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ErrorName = keyof typeof ERROR_KINDS;

const REQUEST_ID = { $ref: '#/components/headers/RequestId' };

/** References to these errors, by status. */
export const errorResponses = (names: readonly ErrorName[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [ERROR_KINDS[name].status, { $ref: `#/components/responses/${name}` }]));

/** What they refer to. */
export const errorComponents = (): Record<string, OpenapiResponse> =>
  Object.fromEntries(
    Object.entries<ErrorKind>(ERROR_KINDS).map(([name, { description, headers = [] }]) => [
      name,
      {
        description,
        headers: {
          'x-request-id': REQUEST_ID,
          ...Object.fromEntries(
            headers.map((header) => [toHeaderName(header), { $ref: `#/components/headers/${header}` }]),
          ),
        },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );

/** `RetryAfter` → `retry-after`. */
const toHeaderName = (component: string): string => component.replace(/\B[A-Z]/g, '-$&').toLowerCase();
