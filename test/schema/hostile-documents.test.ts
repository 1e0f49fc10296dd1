import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { post, useGraphApp } from './support/graph-app.js';
import { HOSTILE } from './support/hostile.js';

describe.each(eachDatabase().slice(0, 1))('hostile documents', (kind) => {
  const app = useGraphApp(kind);

  test.each(Object.entries(HOSTILE))(
    '%s: refused over HTTP and WebSocket, with almost no database access',
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
      expect(longest(errors)).toBeLessThanOrEqual(MAX_MESSAGE);
      // This statement looks up the key.
      expect(app().database.statements.count - before).toBeLessThanOrEqual(1);
      const socket = await user.socket();
      socket.send({ id: 'a', type: 'subscribe', payload: { query, variables } });
      const { payload, type } = await Promise.race([socket.next('error'), socket.next('next')]);
      const refused = type === 'error' ? payload : payload.errors;
      expect(codesOf(refused)).toEqual(codesOf(errors));
      expect(longest(refused)).toBeLessThanOrEqual(MAX_MESSAGE);
      socket.close();
    },
  );

  test.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['objects with __proto__', `${'{"__proto__":'.repeat(15_000)}1${'}'.repeat(15_000)}`],
  ])('a variable of nested %s that is deeper than any stack', async (_what, value) => {
    const { apiKey } = await app().newUser();
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const body = `{"query":${JSON.stringify(query)},"variables":{"ids":${value}}}`;
    const { status, data, errors } = await post(app().server, body, { authorization: `Bearer ${apiKey}` });
    expect([200, 400]).toContain(status);
    expect(data).toBeUndefined();
    expect(codesOf(errors)).not.toContain('INTERNAL');
  });

  test('the service continues to answer others', async () => {
    const user = await app().newUser();
    expect(await user.data('{ viewer { user { databaseId } } }')).toEqual({
      viewer: { user: { databaseId: user.userId } },
    });
  });
});

/** The longest error message, including quoted input. */
const MAX_MESSAGE = 1_000;

const longest = (errors: readonly { message: string }[]): number =>
  Math.max(...errors.map(({ message }) => message.length));

const codesOf = (errors: readonly { extensions: { code: string } }[]): string[] => [
  ...new Set(errors.map(({ extensions }) => extensions.code)),
];
