import { REST_PREFIX } from '../rest-api.js';
import { REST_ROUTES } from '../routes/index.js';
import { ErrorAnswer } from '../schemas/common-schemas.js';
import { API_DESCRIPTION } from './api-description.js';
import { ComponentSchemas } from './component-schemas.js';
import { errorComponents } from './error-responses.js';
import type { OpenapiDocument, OpenapiOperation } from './openapi-document.js';
import { toOperation } from './to-operation.js';

/** The REST interface as OpenAPI 3.1, from the registry of routes: the schemas are the ones that validate. */
export const createOpenapiDocument = (): OpenapiDocument => {
  const schemas = new ComponentSchemas();
  schemas.add(ErrorAnswer);
  const paths = describePaths(schemas);
  const { info, tags, parameters, headers, securitySchemes } = API_DESCRIPTION;
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: REST_PREFIX, description: 'This service' }],
    security: [{ apiKey: [] }],
    tags,
    paths,
    components: { schemas: schemas.all(), responses: errorComponents(), parameters, headers, securitySchemes },
  };
};

const describePaths = (schemas: ComponentSchemas): OpenapiDocument['paths'] => {
  const paths: Record<string, Record<string, OpenapiOperation>> = {};
  for (const route of REST_ROUTES) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route, schemas) };
  }
  return paths;
};
