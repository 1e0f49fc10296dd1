import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { post, useGraphApp } from './support/graph-app.js';

interface Hostile {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}

const repeat = (times: number, part: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => part(index)).join(' ');

/** `[[[[1]]]]` */
const nestedList = (depth: number): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
};

const typeOf = (depth: number): string =>
  `{ __type(name: "App") ${'{ fields { type '.repeat(depth)}{ name }${' } }'.repeat(depth)} }`;

const HOSTILE: Readonly<Record<string, Hostile>> = {
  'a circle of fragments': { query: '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }' },
  'fragments that double each time': {
    query: `{ ...F0 } ${repeat(60, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F60 on Query { viewer { scopes } }`,
  },
  'many operations': { query: repeat(200, (n) => `query Q${n} { viewer { scopes } }`) },
  'many aliases': { query: `{ ${repeat(100, (n) => `a${n}: viewer { scopes }`)} }` },
  'the same field many times': { query: `{ ${repeat(400, () => 'viewer { scopes }')} }` },
  'many directives': { query: `{ viewer { scopes ${repeat(100, () => '@skip(if: false)')} } }` },
  'unknown directives': { query: `{ viewer { scopes ${repeat(60, (n) => `@d${n}`)} } }` },
  'introspection in introspection': { query: typeOf(8) },
  'introspection many times': { query: `{ ${repeat(51, (n) => `s${n}: __schema { types { name } }`)} }` },
  'deep nesting': { query: `{ ${'pushes { nodes { scheduler { '.repeat(5)} id ${'} } }'.repeat(5)} }` },
  'nesting without end': { query: '{ a '.repeat(900) },
  'brackets without end': { query: `{ nodes(ids: ${'['.repeat(1_500)}` },
  'a list in a list in a literal': {
    query: `{ schedulers(where: { kind: ${'['.repeat(900)}${']'.repeat(900)} }) { totalCount } }`,
  },
  'a list in a list in a variable': {
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: nestedList(1_000) },
  },
  'too many ids': {
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 20_000 }, () => 'x') },
  },
  'many wrong values in a variable': {
    query: 'query ($ids: [Int!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 20_000 }, () => 'x') },
  },
  'a number without end': { query: `{ apps(first: ${'9'.repeat(100_000)}) { totalCount } }` },
  'a number beyond 32 bits in a variable': {
    query: 'query ($n: Int) { apps(first: $n) { totalCount } }',
    variables: { n: 1e300 },
  },
  'a page size below nothing': { query: '{ apps(first: -2147483648) { totalCount } }' },
  'a very long cursor': {
    query: 'query ($c: String) { apps(after: $c) { nodes { id } } }',
    variables: { c: 'A'.repeat(150_000) },
  },
  'both ends of __proto__': { query: '{ __proto__ { constructor } }' },
};

describe.each(eachDatabase().slice(0, 1))('hostile documents', (kind) => {
  const app = useGraphApp(kind);

  test.each(Object.entries(HOSTILE))(
    '%s: refused over HTTP and WebSocket, with hardly a look at the database',
    async (_what, hostile) => {
      const user = await app().newUser();
      const { query, variables = {} } = hostile;
      const before = app().database.statements.count;
      const { status, data, errors } = await user.query(query, variables);
      expect([200, 400]).toContain(status);
      expect(data ?? null).toBeNull();
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.length).toBeLessThanOrEqual(101);
      expect(codesOf(errors)).not.toContain('INTERNAL');
      // The key's look-up.
      expect(app().database.statements.count - before).toBeLessThanOrEqual(1);
      const socket = await user.socket();
      socket.send({ id: 'a', type: 'subscribe', payload: { query, variables } });
      const { payload, type } = await Promise.race([socket.next('error'), socket.next('next')]);
      const refused = type === 'error' ? payload : payload.errors;
      expect(codesOf(refused)).toEqual(codesOf(errors));
      socket.close();
    },
  );

  test.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['objects with __proto__', `${'{"__proto__":'.repeat(15_000)}1${'}'.repeat(15_000)}`],
  ])('a variable of %s in each other, deeper than any stack', async (_what, value) => {
    const { apiKey } = await app().newUser();
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const body = `{"query":${JSON.stringify(query)},"variables":{"ids":${value}}}`;
    const { status, data, errors } = await post(app().server, body, { authorization: `Bearer ${apiKey}` });
    expect([200, 400]).toContain(status);
    expect(data).toBeUndefined();
    expect(codesOf(errors)).not.toContain('INTERNAL');
  });

  test('the service answers others as before', async () => {
    const user = await app().newUser();
    expect(await user.data('{ viewer { user { databaseId } } }')).toEqual({
      viewer: { user: { databaseId: user.userId } },
    });
  });
});

const codesOf = (errors: readonly { extensions: { code: string } }[]): string[] => [
  ...new Set(errors.map(({ extensions }) => extensions.code)),
];
