import type { ComponentSchemas } from './component-schemas.js';
import type { DocumentedAnswer, DocumentedRoute } from './documented-route.js';
import { errorResponses } from './error-responses.js';
import type { OpenapiOperation, OpenapiResponse } from './openapi-document.js';
import { toParameters } from './to-parameters.js';

/** Converts a route to the form of the document. */
export const toOperation = (route: DocumentedRoute, schemas: ComponentSchemas): OpenapiOperation => {
  const parameters = toParameters(route, schemas);
  const successes = route.answers.map((answer) => [answer.status, toSuccess(route, answer, schemas)]);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(route.security ? { security: SECURITY[route.security] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: toRequestBody(route.body, route, schemas) } : {}),
    responses: { ...Object.fromEntries(successes), ...errorResponses(route.errors) },
  };
};

/** An empty requirement allows every caller. */
const SECURITY = {
  deviceSecret: [{ deviceSecret: [] }],
  maybeDeviceSecret: [{}, { deviceSecret: [] }],
  none: [],
} as const;

const toRequestBody = (
  body: NonNullable<DocumentedRoute['body']>,
  { examples }: DocumentedRoute,
  schemas: ComponentSchemas,
): NonNullable<OpenapiOperation['requestBody']> => ({
  required: true,
  content: { 'application/json': { schema: schemas.add(body), ...(examples ? { examples } : {}) } },
});

const toSuccess = (
  { takesIdempotencyKey }: DocumentedRoute,
  { status, description, schema, example }: DocumentedAnswer,
  schemas: ComponentSchemas,
): OpenapiResponse => ({
  description: description ?? DESCRIPTIONS[status],
  headers: {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(takesIdempotencyKey ? { 'idempotency-replayed': { $ref: '#/components/headers/IdempotencyReplayed' } } : {}),
  },
  ...(schema ? { content: { 'application/json': { schema: schemas.add(schema), example } } } : {}),
});

const DESCRIPTIONS = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Success, without a body.',
} as const satisfies Record<DocumentedAnswer['status'], string>;
