import 'reflect-metadata';
import { describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { LIMITS } from '../../src/schema/limits/limits.js';
import { MAX_TYPE_NAME } from '../../src/schema/limits/operation-costs.js';
import { eachDatabase } from '../support/databases.js';
import { sharedGraph } from '../support/shared-graph.js';
import { type GraphUser, type Json, useGraphApp } from './support/graph-app.js';

/** Every option that GraphiQL, GraphQL Code Generator, Rover and Apollo's tools can turn on. */
const WHOLE_SCHEMA = getIntrospectionQuery({
  ...{ descriptions: true, specifiedByUrl: true, directiveIsRepeatable: true },
  ...{ schemaDescription: true, inputValueDeprecation: true, oneOf: true },
});
/** Two schema values cost a point. A list of one field counts as one value more than its contents. */
const VALUES_PER_POINT = 3;

const countValues = (value: Json): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + countValues(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + 1 + countValues(one), 0);
};

const PRICED: Readonly<Record<string, { query: string; variables?: Record<string, unknown> }>> = {
  'the whole schema': { query: WHOLE_SCHEMA },
  'names alone': { query: '{ __schema { types { name } queryType { name } } }' },
  'one type': {
    query: '{ __type(name: "Device") { name fields { name type { name ofType { name } } args { name } } } }',
  },
  'a type that a variable names': {
    query: 'query ($name: String!) { __type(name: $name) { fields { name } } }',
    variables: { name: 'Mutation' },
  },
  'several types through fragments': {
    query: `{ a: __type(name: "Query") { ...T } b: __type(name: "App") { ...T ... on __Type { kind } } }
      fragment T on __Type { fields { ...F } } fragment F on __Field { name args { name type { name } } }`,
  },
  'an interface and an enum': {
    query:
      '{ a: __type(name: "Node") { possibleTypes { name } } b: __type(name: "ReasonCode") { enumValues { name } } }',
  },
};

describe.each(eachDatabase().slice(0, 1))('introspection', (kind) => {
  const app = useGraphApp(kind);

  const overSocket = async (user: GraphUser, query: string, variables = {}): Promise<Json> => {
    const socket = await user.socket();
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables } });
    const { payload } = await Promise.race([socket.next('next'), socket.next('error')]);
    socket.close();
    return payload;
  };

  test.each(Object.entries(PRICED))(
    '%s costs as much as its answer contains, over HTTP and WebSocket',
    async (_what, asked) => {
      const user = await app().newUser();
      const { body } = await user.query(asked.query, asked.variables);
      const cost = body.extensions.cost.requested;
      const values = countValues(body.data);
      expect(cost).toBeGreaterThanOrEqual(Math.floor(values / VALUES_PER_POINT));
      expect(cost).toBeLessThanOrEqual(values / VALUES_PER_POINT + 5);
      expect((await overSocket(user, asked.query, asked.variables)).extensions.cost.requested).toBe(cost);
    },
  );

  test('the cost of a document depends on the type that its variable names', async () => {
    const user = await app().newUser();
    const query = 'query ($name: String = "Node") { __type(name: $name) { fields { name } } }';
    const costOf = async (variables: Record<string, unknown>) =>
      (await user.query(query, variables)).body.extensions.cost.requested;
    const small = await costOf({});
    const large = await costOf({ name: 'Mutation' });
    expect(large).toBeGreaterThan(small + 20);
    expect(await costOf({ name: 'Node' })).toBe(small);
    expect(await costOf({ name: 'NoSuchType' })).toBeLessThan(small);
  });

  test('no variable is too long for the cost calculation, and the whole schema leaves room to grow', async () => {
    const user = await app().newUser();
    const { body } = await user.query(WHOLE_SCHEMA);
    expect(body.errors).toBeUndefined();
    expect(body.extensions.cost.requested).toBeLessThan(LIMITS.cost * 0.75);
    const names = Object.keys((await sharedGraph()).getTypeMap());
    expect(Math.max(...names.map((name) => name.length))).toBeLessThan(MAX_TYPE_NAME);
  });

  test('a small document cannot get a large answer: the error gives the cost and the limit', async () => {
    const user = await app().newUser();
    const texts = Array.from({ length: 45 }, (_, n) => `d${n}: description`).join(' ');
    const query = `{ __schema { types { fields { name type { fields { ${texts} } ofType { fields { name } } } } } } }`;
    const overHttp = (await user.query(query)).errors;
    expect(overHttp).toBeDefined();
    for (const errors of [overHttp, await overSocket(user, query)]) {
      expect(errors[0].extensions.code).toBe('LIMIT_EXCEEDED');
      expect(errors[0].message).toMatch(/a cost of \d+, and the limit is 20000/);
    }
  });

  test('a document may request the schema only once', async () => {
    const user = await app().newUser();
    const { errors } = await user.query('{ a: __schema { types { name } } b: __schema { types { name } } }');
    expect(errors[0].extensions.code).toBe('LIMIT_EXCEEDED');
    expect(errors[0].message).toContain('`__schema`');
  });
});
