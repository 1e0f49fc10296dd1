import { ErrorAnswer } from '../rest-compat/common-schemas.js';
import { REST_PREFIX } from '../rest-compat/rest-api.js';
import { REST_ROUTES } from '../rest-compat/routes.js';
import { API_DESCRIPTION, SDK_INFO } from './api-description.js';
import { ComponentSchemas } from './component-schemas.js';
import { describeRestRoute } from './describe-rest-route.js';
import { errorComponents } from './error-responses.js';
import type { OpenapiDocument, OpenapiPathItem } from './openapi-document.js';
import { SDK_BASE, SDK_OPERATIONS, SDK_PREFIX } from './sdk-operations.js';
import { toOperation } from './to-operation.js';

/**
 * Describes REST and the device interface as OpenAPI 3.1, with the schemas that validate. REST paths are relative to the
 * server of the document. Device paths are absolute and have a server of their own.
 */
export const createOpenapiDocument = (): OpenapiDocument => {
  const schemas = new ComponentSchemas();
  schemas.add(ErrorAnswer);
  const paths = { ...describeRest(schemas), ...describeSdk(schemas) };
  const { info, tags, parameters, headers, securitySchemes } = API_DESCRIPTION;
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: REST_PREFIX, description: 'The REST interface of this service.' }],
    security: [{ apiKey: [] }],
    tags,
    paths,
    components: { schemas: schemas.all(), responses: errorComponents(), parameters, headers, securitySchemes },
  };
};

type Paths = Record<string, OpenapiPathItem>;

const describeRest = (schemas: ComponentSchemas): Paths => {
  const paths: Paths = {};
  for (const route of REST_ROUTES) {
    const path = toTemplate(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(describeRestRoute(route), schemas) };
  }
  return paths;
};

const SDK_SERVERS = [{ url: '/', description: 'This service. Devices need no API key.' }] as const;

const describeSdk = (schemas: ComponentSchemas): Paths => {
  const paths: Paths = {};
  for (const route of SDK_OPERATIONS) {
    const path = toTemplate(SDK_PREFIX + route.path);
    paths[path] = {
      servers: SDK_SERVERS,
      ...paths[path],
      [route.method.toLowerCase()]: toOperation({ ...route, path: SDK_PREFIX + route.path }, schemas),
    };
  }
  return paths;
};

/**
 * Describes only the device interface, with one server, so that generated clients work unchanged. The REST document keeps
 * these paths for clients that were generated from it.
 */
export const createSdkDocument = (): OpenapiDocument => {
  const schemas = new ComponentSchemas();
  schemas.add(ErrorAnswer);
  const paths: Paths = {};
  for (const route of SDK_OPERATIONS) {
    const path = SDK_PREFIX.slice(SDK_BASE.length) + route.path;
    const template = toTemplate(path);
    paths[template] = { ...paths[template], [route.method.toLowerCase()]: toOperation({ ...route, path }, schemas) };
  }
  const { tags, headers, securitySchemes } = API_DESCRIPTION;
  const used = new Set(SDK_OPERATIONS.map(({ tag }) => tag));
  const errors = new Set<string>(SDK_OPERATIONS.flatMap((route) => route.errors));
  const { RequestId, RetryAfter } = headers;
  return {
    openapi: '3.1.1',
    info: SDK_INFO,
    servers: [{ url: SDK_BASE, description: 'The device interface of this service.' }],
    security: [],
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    components: {
      schemas: schemas.all(),
      responses: Object.fromEntries(Object.entries(errorComponents()).filter(([name]) => errors.has(name))),
      headers: { RequestId, RetryAfter },
      securitySchemes: { deviceSecret: securitySchemes.deviceSecret },
    },
  };
};

/** `/apps/:app_id` → `/apps/{app_id}` */
const toTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}');
