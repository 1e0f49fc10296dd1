import { describe, expect, jest, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Command } from 'commander';
import { fastify } from 'fastify';
import { schemaCommands } from '../../src/cli/schema-commands.js';
import type { HttpPlugin } from '../../src/http/http-plugin.js';
import { createOpenapiDocument } from '../../src/openapi/create-openapi-document.js';
import type { JsonSchema } from '../../src/openapi/openapi-document.js';
import { openapiPlugin } from '../../src/openapi/openapi-plugin.js';
import { REST_PREFIX } from '../../src/rest-compat/rest-api.js';
import { REST_ROUTES } from '../../src/rest-compat/routes.js';
import { sdkPlugin } from '../../src/sdk-api/sdk-plugin.js';
import { contract } from '../support/check-answer.js';
import { eachDatabase } from '../support/databases.js';
import { startHttpApp } from '../support/http-app.js';
import { OPENAPI_3_1 } from '../support/openapi-schema.js';

const document = createOpenapiDocument();

/** Every object in the document, with its place. */
const walk = function* (node: unknown, place = '#'): Generator<[place: string, node: Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [place, node as Record<string, unknown>];
  for (const [key, value] of Object.entries(node)) {
    yield* walk(value, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
};

const resolve = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (node, part) => (node as Record<string, unknown>)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    );

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', () => {
    const ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: false });
    const valid = ajv.validate(OPENAPI_3_1, document);
    expect(ajv.errorsText(ajv.errors)).toBe('No errors');
    expect(valid).toBe(true);
  });

  test('has every route once, and nothing else', () => {
    const routes = REST_ROUTES.map((route) => `${route.method} ${route.path}`);
    expect(contract.operations.map(({ name }) => name).sort()).toEqual(routes.sort());
    expect(new Set(routes).size).toBe(routes.length);
    const ids = contract.everything.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Za-z]+$/);
  });

  test('has every route of /sdk/v1 once, and nothing else', async () => {
    const routes: string[] = [];
    const server = fastify({ exposeHeadRoutes: false });
    server.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'OPTIONS' && one !== 'HEAD') routes.push(`${one} ${url}`);
    });
    // Nothing is called, so the plugins need no dependencies.
    await server.register((sdkPlugin as (...parts: unknown[]) => HttpPlugin)({}, {}));
    await server.ready();
    expect(contract.deviceOperations.map(({ name }) => name).sort()).toEqual(routes.sort());
    await server.close();
  });

  test('describes each operation and each parameter', () => {
    for (const { name, operation } of contract.everything) {
      expect([name, operation.description]).toEqual([name, expect.stringMatching(/^.{15,}/)]);
      for (const parameter of operation.parameters ?? []) {
        if ('name' in parameter)
          expect([name, parameter.name, parameter.description]).toEqual([
            name,
            parameter.name,
            expect.stringMatching(/\w{2}/),
          ]);
      }
    }
  });

  test('declares the parameters of each path, and describes its tags', () => {
    const tags = document.tags.map((tag) => tag.name);
    for (const { path, operation } of contract.everything) {
      const inPath = (operation.parameters ?? []).flatMap((item) =>
        'in' in item && item.in === 'path' ? item.name : [],
      );
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
      expect(operation.tags.every((tag) => tags.includes(tag))).toBe(true);
    }
  });

  test('has no dangling references and no unused components', () => {
    const refs = [...walk(document)].flatMap(([, node]) => (typeof node.$ref === 'string' ? [node.$ref] : []));
    for (const ref of refs) expect([ref, resolve(ref)]).toEqual([ref, expect.anything()]);
    for (const kind of ['schemas', 'responses', 'parameters', 'headers']) {
      for (const name of Object.keys(document.components[kind] ?? {}))
        expect(refs).toContain(`#/components/${kind}/${name}`);
    }
  });

  test('has schemas that compile strictly, with valid examples and defaults', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
    ajv.addKeyword('components');
    const schemas = [...walk(document)].filter(([place]) => isSchemaPlace(place));
    expect(schemas.length).toBeGreaterThan(200);
    for (const [place, node] of schemas) {
      const { examples = [], default: byDefault, ...schema } = node as JsonSchema;
      const validate = ajv.compile({ ...schema, components: document.components });
      for (const example of [...examples, ...(byDefault === undefined ? [] : [byDefault])]) {
        expect({ place, example, valid: validate(example) }).toEqual({ place, example, valid: true });
      }
    }
  });
});

/** Independent schemas: components, bodies, parameters, and everything inside them. */
const isSchemaPlace = (place: string): boolean =>
  /\/(schema|items)$|\/components\/schemas\/[^/]+$|\/(properties|patternProperties|anyOf|oneOf)\/[^/]+$/.test(place) &&
  !/\/(examples?|default)(\/|$)/.test(place);

describe('the description of the REST interface', () => {
  const [sqlite] = eachDatabase();
  const ask = async (url: string, headers: Record<string, string> = {}) => {
    if (!sqlite) throw new Error('SQLite is always there');
    await using app = await startHttpApp(sqlite, { plugins: [openapiPlugin] });
    return app.server.inject({ url, headers });
  };

  test('is public, and the same as printed', async () => {
    const answer = await ask(`${REST_PREFIX}/openapi.json`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('can be printed on the command line', async () => {
    const written: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const program = new Command();
    schemaCommands(program, () => {
      throw new Error('it needs no configuration');
    });
    await program.parseAsync(['openapi'], { from: 'user' }).finally(() => write.mockRestore());
    expect(JSON.parse(written.join(''))).toEqual(JSON.parse(JSON.stringify(document)));
  });
});
