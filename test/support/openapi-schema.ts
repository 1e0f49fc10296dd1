type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string', minLength: 1 };

const closed = (
  required: readonly string[],
  optional: readonly string[],
  properties: Record<string, Schema>,
): Schema => ({
  type: 'object',
  required: [...required],
  properties: { ...Object.fromEntries([...required, ...optional].map((name) => [name, text])), ...properties },
  additionalProperties: false,
});

const mapOf = (schema: Schema, pattern = '^.+$'): Schema => ({
  type: 'object',
  minProperties: 1,
  propertyNames: { type: 'string', pattern },
  additionalProperties: schema,
});

const listOf = (schema: Schema): Schema => ({ type: 'array', minItems: 1, uniqueItems: true, items: schema });

const reference = (kind: string): Schema =>
  closed(['$ref'], [], { $ref: { type: 'string', pattern: `^#/components/${kind}/[\\w.-]+$` } });

const orReference = (kind: string, schema: Schema): Schema => ({ oneOf: [reference(kind), schema] });

const componentName = '^[A-Za-z0-9._-]+$';

/** A JSON Schema compiler checks whether it is valid. */
const jsonSchema: Schema = { type: 'object' };

const content = mapOf(
  closed(['schema'], [], {
    schema: jsonSchema,
    // An example is any value. The document gives either one example or several named ones.
    example: {},
    examples: mapOf(closed(['value'], ['summary'], { value: {} }), componentName),
  }),
  '^application/json$',
);

const header = closed(['schema'], ['description'], { schema: jsonSchema, required: { type: 'boolean' } });

const response = closed(['description'], [], { headers: mapOf(orReference('headers', header)), content });

const parameter = {
  ...closed(['name', 'in', 'schema'], ['description'], {
    in: { enum: ['path', 'query', 'header'] },
    required: { type: 'boolean' },
    schema: jsonSchema,
  }),
  // A path parameter is always required.
  anyOf: [
    { properties: { in: { not: { const: 'path' } } } },
    { required: ['required'], properties: { required: { const: true } } },
  ],
};

const servers = listOf(closed(['url'], ['description'], {}));

/** An empty list means that no authentication is needed. */
const security: Schema = {
  type: 'array',
  items: { type: 'object', additionalProperties: { type: 'array', items: text } },
};

const operation = closed(['operationId', 'tags', 'summary', 'responses'], ['description'], {
  security,
  tags: listOf(text),
  parameters: listOf(orReference('parameters', parameter)),
  requestBody: closed(['content'], ['description'], { content, required: { type: 'boolean' } }),
  responses: mapOf(orReference('responses', response), '^[1-5]\\d\\d$'),
});

/**
 * Only the parts of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1.html) that this service's document may use. A
 * misspelt name is an error here. The official schema would accept it as an extension.
 */
export const OPENAPI_3_1: Schema = closed(['openapi', 'info', 'paths'], [], {
  openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
  info: closed(['title', 'version'], ['summary', 'description'], { license: closed(['name'], ['identifier'], {}) }),
  servers,
  security,
  tags: listOf(closed(['name'], ['description'], {})),
  paths: mapOf(
    closed([], [], {
      servers,
      ...Object.fromEntries(
        ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'].map((method) => [method, operation]),
      ),
    }),
    '^/[A-Za-z0-9/_-]*(\\{\\w+\\}[A-Za-z0-9/_-]*)*$',
  ),
  components: closed([], [], {
    schemas: mapOf(jsonSchema, componentName),
    responses: mapOf(response, componentName),
    parameters: mapOf(parameter, componentName),
    headers: mapOf(header, componentName),
    securitySchemes: mapOf(
      closed(['type', 'scheme'], ['description', 'bearerFormat'], { type: { const: 'http' } }),
      componentName,
    ),
  }),
});
