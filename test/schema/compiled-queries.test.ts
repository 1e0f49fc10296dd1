import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildSchema, execute, getOperationAST, parse, validate } from 'graphql';
import { groupBy } from '../../src/collections.js';
import { buildGraph } from '../../src/resolvers/index.js';
import { ContextFactory } from '../../src/schema/context.js';
import { QueryExecutor } from '../../src/schema/execution/query-executor.js';
import { MAX_ERRORS } from '../../src/schema/execution/variable-errors.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { maskError } from '../../src/schema/mask-error.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { eachDatabase } from '../support/databases.js';
import { createFullAccount } from './support/full-account.js';
import { type GraphUser, type Json, useGraphApp } from './support/graph-app.js';
import { type DocumentPool, type RandomRequest, type RandomSource, randomRequest } from './support/random-document.js';

const schema = buildSchema(readFileSync(join(process.cwd(), 'schema.graphql'), 'utf8'));
const QUERY_FIELDS = Object.keys(schema.getQueryType()?.getFields() ?? {});

/** Introspection queries of common clients, and one that Apollo refuses. */
const ACCEPTS = [
  undefined,
  '*/*',
  'application/json',
  'application/graphql-response+json,application/json;q=0.9',
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
  'text/plain',
] as const;

const ODD_QUERIES: readonly [string, string, Record<string, unknown>][] = [
  [
    'names that objects have by themselves',
    'query Odd { constructor: viewer { toString: scopes hasOwnProperty: __typename } }',
    {},
  ],
  ['a field twice, in parts', 'query Odd { apps { nodes { id } nodes { name } } apps { totalCount } }', {}],
  [
    'fragments in fragments, with directives by variables',
    `query Odd($yes: Boolean!, $no: Boolean!) { pushes { nodes { ...A @include(if: $yes) ...B @skip(if: $no) } } }
     fragment A on Push { id ...B @include(if: $no) } fragment B on Push { active scheduler { ...C } }
     fragment C on Scheduler { __typename id ... on AutoPushScheduler @skip(if: $no) { delay } }`,
    { yes: true, no: false },
  ],
  ['a variable that is missing', 'query Odd($first: Int!) { apps(first: $first) { nodes { id } } }', {}],
  ['a variable of another type', 'query Odd($first: Int!) { apps(first: $first) { nodes { id } } }', { first: 'two' }],
  ['a variable with a default', 'query Odd($first: Int = 1) { apps(first: $first) { nodes { id } } }', {}],
  [
    'a variable with a default that must not be null',
    'query Odd($first: Int! = 1) { apps(first: $first) { nodes { id } } }',
    {},
  ],
  [
    'a variable with a default that must not be null, and is',
    'query Odd($first: Int! = 1) { apps(first: $first) { nodes { id } } }',
    { first: null },
  ],
  [
    'a variable that leaves out a field with a default that must not be null',
    'query Odd($orderBy: AppOrderInput!) { apps(orderBy: $orderBy) { nodes { id } } }',
    { orderBy: { field: 'NAME' } },
  ],
  [
    'a variable that gives such a field as null',
    'query Odd($orderBy: AppOrderInput) { apps(orderBy: $orderBy) { nodes { id } } }',
    { orderBy: { field: 'NAME', direction: null } },
  ],
  ['a page that cannot be', 'query Odd { apps(first: -1) { nodes { id } } viewer { scopes } }', {}],
  ['introspection', 'query Odd { __schema { types { name } } __type(name: "App") { fields { name } } }', {}],
  ['nothing but its type', 'query Odd { __typename }', {}],
];

describe.each(eachDatabase().slice(0, 1))('compiled queries, $name', (kind) => {
  const app = useGraphApp(kind);
  let user: GraphUser;
  let pool: DocumentPool;

  beforeAll(async () => {
    user = await createFullAccount(app());
    pool = await createPool(user);
  });

  /** Returns graphql-js's answer, and the executor's answer once it has compiled. */
  const answerBoth = async ({ query, operationName, variables }: RandomRequest) => {
    const { database, services, status } = app();
    const contexts = new ContextFactory({ database, services, status, runs: new RunQueryService(database) });
    const caller = await services.keys.authenticate(`Bearer ${user.apiKey}`);
    const contextOf = () =>
      contexts.create({
        caller,
        reqId: 'test',
        signal: new AbortController().signal,
        address: '127.0.0.1',
        origin: 'http://127.0.0.1',
      });
    const our = await ourSchema;
    const document = parse(query);
    const operation = getOperationAST(document, operationName);
    if (!operation) throw new Error(`no operation in ${query}`);
    const executor = new QueryExecutor(our);
    const compiled = async () =>
      executor.execute({ source: query, operationName, document, operation, variables, context: contextOf() });
    await compiled();
    await compiled();
    const third = await compiled();
    const isLeftOut = /\.\.\.[^{}]*@|: SegmentNodeInput/.test(query);
    const isCompiled = executor.find(query, operationName) !== null;
    if (!isLeftOut && !isCompiled) throw new Error(`not compiled (${query.length}): ${query}`);
    const request = { document, variableValues: variables, contextValue: contextOf() };
    const plain = await execute({ schema: our, ...request, options: { maxCoercionErrors: MAX_ERRORS } });
    return { plain: toPlain(plain), compiled: toPlain(third), isCompiled };
  };

  test('a query with a variable whose type contains itself is never compiled', async () => {
    const query = 'query Tree($tree: SegmentNodeInput) { segmentEstimate(tree: $tree) { devices } }';
    const variables = { tree: { not: { country: { in: ['DE'] } } } };
    const { plain, compiled, isCompiled } = await answerBoth({ query, operationName: 'Tree', variables });
    expect(compiled).toEqual(plain);
    expect(isCompiled).toBe(false);
  });

  test.each(QUERY_FIELDS)('%s is answered as graphql-js answers it', async (field) => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (gen) => {
        const request = randomRequest(pool, toSource(gen), field);
        // An invalid literal of our scalars is possible; in variables it is an error of the request.
        fc.pre(validate(await ourSchema, parse(request.query)).length === 0);
        const { plain, compiled } = await answerBoth(request);
        expectSame(compiled, plain);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  test.each(ODD_QUERIES)('%s', async (_what, query, variables) => {
    const { plain, compiled } = await answerBoth({ query, operationName: 'Odd', variables });
    expectSame(compiled, plain);
  });

  test('over HTTP the fourth answer equals the first, including status and headers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), fc.constantFrom(...ACCEPTS), async (gen, accept) => {
        const request = randomRequest(pool, toSource(gen));
        const send = () => sendRaw(request, accept);
        const { answer: firstAnswer, ...rest } = await send();
        const first = { answer: firstAnswer, rest };
        await send();
        await send();
        const { answer, ...fourth } = await send();
        expect(fourth).toEqual(first.rest);
        expectSame(answer, first.answer);
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });

  test('a resolver that throws gives the same answer before and after', async () => {
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await user.query('{ apps(after: "no cursor") { totalCount } }'));
    for (const { status, data, errors } of answers) {
      expect([status, data, errors[0].extensions.code]).toEqual([200, null, 'BAD_USER_INPUT']);
    }
  });

  test('over HTTP, invalid variables are refused in the same way before and after compilation', async () => {
    for (const [index, accept] of ACCEPTS.entries()) {
      const query = `query Wrong($first: Int!) { apps(first: $first) { nodes { id${index}: id } } }`;
      const send = (first: unknown) => sendRaw({ query, operationName: 'Wrong', variables: { first } }, accept);
      const before = await send('two');
      for (let use = 0; use < 3; use += 1) await send(1);
      expect(await send('two')).toEqual(before);
    }
  });

  const sendRaw = async (request: RandomRequest, accept: string | undefined) => {
    const answer = await app().server.inject({
      method: 'POST',
      url: '/graphql',
      headers: {
        authorization: `Bearer ${user.apiKey}`,
        'content-type': 'application/json',
        ...(accept === undefined ? {} : { accept }),
      },
      payload: JSON.stringify(request),
    });
    const id = String(answer.headers['x-request-id']);
    const { date: _date, 'x-request-id': _id, 'content-length': _length, ...headers } = answer.headers;
    const { data = 'none', errors = [], ...rest } = JSON.parse(answer.body.replaceAll(id, 'REQUEST'));
    return { status: answer.statusCode, headers, rest, answer: { data, errors } };
  };
});

const ourSchema = buildGraph();

const toSource = (gen: fc.GeneratorValue): RandomSource => ({
  below: (n) => gen(fc.nat, { max: n - 1 }),
});

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly unknown[];
}

interface Plain {
  readonly data: Json;
  readonly errors: readonly unknown[];
}

const toPlain = ({ data, errors = [] }: Answer): Plain => ({
  data: data === undefined ? 'none' : JSON.parse(JSON.stringify(data)),
  errors: errors.map((error) => JSON.parse(JSON.stringify(maskError(error).formatted))),
});

/**
 * Below a null value, each executor may report some errors and omit others, as GraphQL's specification allows.
 * So both must report at least one error for each such value, and their common errors must be equal.
 */
const expectSame = (actual: Plain, expected: Plain): void => {
  expect(actual.data).toEqual(expected.data);
  const [ofActual, ofExpected] = [errorsByNull(actual), errorsByNull(expected)];
  expect([...ofActual.keys()].toSorted()).toEqual([...ofExpected.keys()].toSorted());
  for (const [place, errors] of ofActual) {
    const others = ofExpected.get(place) ?? [];
    for (const error of errors) {
      const same = others.filter((other) => pathOf(other) === pathOf(error));
      if (same.length > 0) expect(same).toContainEqual(error);
    }
  }
};

const pathOf = (error: unknown): string => JSON.stringify((error as { path?: unknown }).path ?? null);

const errorsByNull = ({ data, errors }: Plain): Map<string, unknown[]> =>
  groupBy(errors, (error) => {
    const { path = [] } = error as { path?: readonly (string | number)[] };
    let value = data;
    const kept = path.filter((key) => {
      if (value === null || value === undefined) return false;
      value = value[key];
      return true;
    });
    return JSON.stringify(kept);
  });

const createPool = async (user: GraphUser): Promise<DocumentPool> => {
  const data = await user.data(`{
    apps { edges { cursor node { id } } } appGroups { nodes { id } } tags { nodes { id } }
    tagGroups { nodes { id } } customEvents { nodes { id } } pushes { edges { cursor node { id } } }
    schedulers { edges { cursor node { id runs { nodes { id } } } } }
    viewer { user { id } apiKey { id } }
  }`);
  const found = JSON.stringify(data);
  const ids = [...found.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id ?? '');
  const cursors = [...found.matchAll(/"cursor":"([^"]+)"/g)].map(([, cursor]) => cursor ?? '');
  return {
    schema,
    ids: [...ids, ...ids, 'nonsense', toGlobalId('App', 999_999), toGlobalId('Device', 1)],
    texts: [...cursors, 'en', 'DE', 'Europe/Berlin', '2026-01-01T00:00:00Z', 'First', 'tag 1', ''],
  };
};
