import type { RestRoute } from '../rest-compat/rest-route.js';
import type { DocumentedRoute } from './documented-route.js';
import type { ErrorName } from './error-responses.js';
import { REST_WORDS } from './rest-words.js';

/** Adds the texts and examples of the document to a route of `/api/b/v2`. */
export const describeRestRoute = (route: RestRoute): DocumentedRoute => {
  const words = REST_WORDS[route.operationId];
  if (!words) throw new Error(`The operation ${route.operationId} is not described in rest-words.ts.`);
  return {
    ...route,
    description: [words.description, needs(route)].join('\n\n'),
    body: route.documentedBody ?? route.body,
    examples: words.requests,
    answers: [{ status: route.status, ...(route.answer ? { schema: route.answer, example: words.answer } : {}) }],
    errors: errorsOf(route),
    takesIdempotencyKey: route.method === 'POST',
  };
};

const needs = ({ method, scopes = [] }: RestRoute): string => {
  const all = [method === 'GET' ? 'read' : 'write', ...scopes].map((scope) => `\`${scope}\``);
  return `Requires the scope${all.length > 1 ? 's' : ''} ${all.join(' and ')}.`;
};

const errorsOf = ({ method, path }: RestRoute): ErrorName[] => [
  'BadRequest',
  'Unauthorized',
  'Forbidden',
  ...(path.includes(':') ? (['NotFound'] as const) : []),
  ...(method === 'POST' ? (['Conflict'] as const) : []),
  ...(method === 'GET' ? [] : (['PayloadTooLarge'] as const)),
  'TooManyRequests',
  'InternalError',
];
