import type { RestRoute } from '../rest-route.js';
import type { OpenapiResponse, Reference } from './openapi-document.js';

interface ErrorKind {
  /** Name under `components.responses`. */
  readonly name: string;
  readonly description: string;
  /** Headers of this answer beside `x-request-id`. */
  readonly headers?: readonly string[];
  /** Which routes can give it. */
  readonly isGivenBy: (route: RestRoute) => boolean;
}

const always = (): boolean => true;

/** The errors of the interface by status (specification 7, decision 28), and which routes can give each. */
const ERROR_KINDS: Readonly<Record<number, ErrorKind>> = {
  400: {
    name: 'BadRequest',
    description: 'Invalid data in address, headers or body. Nothing was changed.',
    isGivenBy: always,
  },
  401: {
    name: 'Unauthorized',
    description: 'The API key is missing, malformed, unknown or revoked.',
    isGivenBy: always,
  },
  403: {
    name: 'Forbidden',
    description: 'The scopes of the key do not allow this, or the user is suspended.',
    isGivenBy: always,
  },
  404: {
    name: 'NotFound',
    description: "What the path names does not exist, or is another user's.",
    isGivenBy: ({ path }) => path.includes(':'),
  },
  409: {
    name: 'Conflict',
    description:
      'The `Idempotency-Key` was used for another request; or, with `retry-after`, the first request is still at work.',
    headers: ['RetryAfter'],
    isGivenBy: ({ method }) => method === 'POST',
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than 1 MiB.',
    isGivenBy: ({ method }) => method !== 'GET',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests with bad keys came from this address; try again after `retry-after` seconds.',
    headers: ['RetryAfter'],
    isGivenBy: always,
  },
  500: { name: 'InternalError', description: 'A failure of the service; try again.', isGivenBy: always },
};

const REQUEST_ID = { $ref: '#/components/headers/RequestId' };

/** References to the errors that a route can give, by status. */
export const errorResponses = (route: RestRoute): Record<string, Reference> =>
  Object.fromEntries(
    Object.entries(ERROR_KINDS)
      .filter(([, { isGivenBy }]) => isGivenBy(route))
      .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

/** What they refer to. */
export const errorComponents = (): Record<string, OpenapiResponse> =>
  Object.fromEntries(
    Object.values(ERROR_KINDS).map(({ name, description, headers = [] }) => [
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
