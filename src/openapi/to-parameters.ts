import { GIVEN_PROVIDERS, MADE_LEGEND, PROVIDER_LEGEND } from '../providers/providers.js';
import { SCHEDULER_SEGMENTS } from '../rest-compat/schedulers/scheduler-kinds.js';
import type { ComponentSchemas } from './component-schemas.js';
import type { DocumentedRoute } from './documented-route.js';
import type { JsonSchema, OpenapiParameter, Reference } from './openapi-document.js';

/** Path, query and header parameters of a route. */
export const toParameters = (route: DocumentedRoute, schemas: ComponentSchemas): (OpenapiParameter | Reference)[] => [
  ...[...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => toPathParameter(name)),
  ...toQueryParameters(route, schemas),
  ...(route.takesIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
];

const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' };

const id = (description: string): { description: string; schema: JsonSchema } => ({
  description,
  schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
});

/** Path parameters are not validated by schema: a malformed id returns 404. */
const PATH_PARAMETERS: Readonly<Record<string, { description: string; schema: JsonSchema }>> = {
  app_id: id('Id of an application.'),
  app_group_id: id('Id of an application group.'),
  id: id('Id of a custom event.'),
  push_id: id('Id of a push.'),
  sched_id: id('Id of a scheduler.'),
  sched_type: {
    description: 'Kind of the scheduler; `list` means smart weekly.',
    schema: { type: 'string', enum: [...SCHEDULER_SEGMENTS] },
  },
  service_id: {
    description: 'The `service_id` of the application, as returned by REST. Not secret.',
    schema: { type: 'string', pattern: '^[\\w-]{1,36}$' },
  },
  activity: {
    description: 'The name of the Live Activity; with a push-to-start token, the type of its attributes.',
    schema: { type: 'string', pattern: '^[\\w.-]{1,64}$' },
  },
  device_id: {
    description: 'The `device_id` from the registration.',
    schema: { type: 'string', pattern: '^[1-9]\\d{0,14}$' },
  },
  push_provider: {
    description: `The new provider: ${PROVIDER_LEGEND}. ${MADE_LEGEND} has no credentials and returns 400.`,
    schema: { type: 'string', enum: GIVEN_PROVIDERS.map(({ name }) => name) },
  },
};

const toPathParameter = (name: string): OpenapiParameter => {
  const parameter = PATH_PARAMETERS[name];
  if (!parameter) throw new Error(`The path parameter ${name} is not described.`);
  return { name, in: 'path', required: true, ...parameter };
};

const toQueryParameters = ({ query }: DocumentedRoute, schemas: ComponentSchemas): OpenapiParameter[] => {
  if (!query) return [];
  const { properties = {}, required = [] } = schemas.add(query);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
};
