import type { RestRoute } from '../rest-route.js';
import type { ComponentSchemas } from './component-schemas.js';
import { errorResponses } from './error-responses.js';
import type { OpenapiOperation, OpenapiResponse } from './openapi-document.js';
import { toParameters } from './to-parameters.js';

/** A route of the registry as the document describes it. */
export const toOperation = (route: RestRoute, schemas: ComponentSchemas): OpenapiOperation => {
  const parameters = toParameters(route, schemas);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: { required: true, content: json(schemas.add(route.body)) } } : {}),
    responses: { [route.status]: toSuccess(route, schemas), ...errorResponses(route) },
  };
};

const json = <Schema>(schema: Schema) => ({ 'application/json': { schema } });

const toSuccess = (route: RestRoute, schemas: ComponentSchemas): OpenapiResponse => ({
  description: DESCRIPTIONS[route.status],
  headers: {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(route.method === 'POST'
      ? { 'idempotency-replayed': { $ref: '#/components/headers/IdempotencyReplayed' } }
      : {}),
  },
  ...(route.answer ? { content: json(schemas.add(route.answer)) } : {}),
});

const DESCRIPTIONS = {
  200: 'Success.',
  201: 'Created.',
  204: 'Done; the answer has no body.',
} as const satisfies Record<RestRoute['status'], string>;
