import type { OpenapiResponse, Reference } from './openapi-document.js';

interface ErrorKind {
  readonly status: number;
  readonly description: string;
  /** Headers of this answer in addition to `x-request-id`. */
  readonly headers?: readonly string[];
}

/** The errors of REST and of the device interface (docs/rules.md#errors), by name in `components.responses`. */
const ERROR_KINDS = {
  BadRequest: { status: 400, description: 'Invalid data in the URL, headers or body. Nothing has changed.' },
  Unauthorized: { status: 401, description: 'The API key is missing, malformed, unknown or revoked.' },
  WrongSecret: {
    status: 401,
    description: 'The device secret is missing or wrong, or the identity hash does not match the user.',
  },
  Forbidden: { status: 403, description: 'The key lacks a required scope, or the user is suspended.' },
  NotFound: { status: 404, description: 'The object in the path does not exist or belongs to another user.' },
  UnknownDevice: {
    status: 404,
    description: 'No active application has this service id, or the application has no such device.',
  },
  Conflict: {
    status: 409,
    description:
      'The `Idempotency-Key` was used for another request. With `retry-after`: the first request is still in progress.',
    headers: ['RetryAfter'],
  },
  PayloadTooLarge: { status: 413, description: 'The body is larger than 1 MiB.' },
  DevicePayloadTooLarge: { status: 413, description: 'The body is larger than 64 KiB.' },
  TooManyRequests: {
    status: 429,
    description: 'Too many requests, or too many with an invalid key, in the last minute. Nothing was recorded.',
    headers: ['RetryAfter'],
  },
  InternalError: { status: 500, description: 'The service failed. Retry the request.' },
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ErrorName = keyof typeof ERROR_KINDS;

const REQUEST_ID = { $ref: '#/components/headers/RequestId' };

/** References to these errors, by status. */
export const errorResponses = (names: readonly ErrorName[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [ERROR_KINDS[name].status, { $ref: `#/components/responses/${name}` }]));

/** The errors that the references point to. */
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
