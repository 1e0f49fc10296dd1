import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { buildGraph } from '../../src/resolvers/index.js';
import { REST_ROUTES } from '../../src/rest-compat/routes.js';
import { renderGraphCoverage } from './render-graph-coverage.js';
import { REST_COUNTERPARTS } from './rest-counterparts.js';
import { REST_FIELDS } from './rest-field-counterparts.js';

const PAGE = new URL('../../docs/graph-coverage.md', import.meta.url);
const schema = await buildGraph();

/** `Type.field`, `Type.field(argument)`, `Input.field` or `Enum.VALUE`. */
const isThere = (name: string): boolean => {
  const [, typeName = '', field = '', argument] = /^(\w+)\.(\w+)(?:\((\w+)\))?$/.exec(name) ?? [];
  const type = schema.getType(typeName);
  if (isEnumType(type)) return type.getValue(field) !== undefined;
  if (isInputObjectType(type)) return type.getFields()[field] !== undefined;
  if (!isObjectType(type) && !isInterfaceType(type)) return false;
  const found = type.getFields()[field];
  return argument === undefined ? found !== undefined : Boolean(found?.args.some((arg) => arg.name === argument));
};

const membersOf = (schema: unknown): string[] =>
  Object.keys((schema as { properties?: Record<string, unknown> } | undefined)?.properties ?? {}).sort();

/** The wrapper types of lists. */
const isRecord = (answer: unknown): boolean => !membersOf(answer).includes('pagination');

describe('the graph can do everything that REST can', () => {
  test('every operation has a counterpart, and no counterpart belongs to a removed operation', () => {
    const operations = REST_ROUTES.map((route) => route.operationId);
    expect(Object.keys(REST_COUNTERPARTS).sort()).toEqual(operations.sort());
    expect(Object.values(REST_COUNTERPARTS).every(({ by }) => by.length > 0)).toBe(true);
  });

  test('every query parameter has a counterpart', () => {
    for (const { operationId, query } of REST_ROUTES) {
      const named = Object.keys(REST_COUNTERPARTS[operationId]?.parameters ?? {}).sort();
      expect([operationId, named]).toEqual([operationId, membersOf(query)]);
    }
  });

  test('every member of a body or record has a counterpart', () => {
    const missing = REST_ROUTES.flatMap(({ operationId, tag, body, answer }) => [
      ...membersOf(body)
        .filter((name) => !REST_FIELDS[tag][name]?.input)
        .map((name) => `${operationId} takes ${name}`),
      ...membersOf(isRecord(answer) ? answer : undefined)
        .filter((name) => !REST_FIELDS[tag][name]?.output)
        .map((name) => `${operationId} gives ${name}`),
    ]);
    expect(missing).toEqual([]);
  });

  test('every counterpart is in the schema', () => {
    const names = Object.values(REST_COUNTERPARTS).flatMap(({ by, parameters = {} }) => [
      ...by,
      ...Object.values(parameters).flat(),
    ]);
    const fields = Object.values(REST_FIELDS)
      .flatMap((members) => Object.values(members))
      .flatMap(({ input = [], output = [] }) => [...input, ...output]);
    expect([...names, ...fields].filter((name) => !isThere(name))).toEqual([]);
    expect(['Query.nothing', 'Query.apps(nothing)', 'Nothing.apps', 'apps'].some(isThere)).toBe(false);
  });

  test('matches docs/graph-coverage.md', () => {
    const page = renderGraphCoverage({ routes: REST_ROUTES, counterparts: REST_COUNTERPARTS, fields: REST_FIELDS });
    if (process.env.UPDATE_DOCS === '1') writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });
});
