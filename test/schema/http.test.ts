import { describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { eachDatabase } from '../support/databases.js';
import { createAutoPush, createWebApp } from './support/factories.js';
import { post, useGraphApp } from './support/graph-app.js';

describe.each(eachDatabase())('GraphQL over HTTP, $name', (kind) => {
  const app = useGraphApp(kind);

  test('a missing or unknown key gets 401 with errors[], before any other check', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer pgk_unknown_unknown_unknown' },
      { authorization: 'nonsense' },
    ]) {
      const answer = await post(app().server, { query: '{ viewer { scopes } }' }, headers as Record<string, string>);
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.errors[0].extensions).toEqual({
        code: 'UNAUTHENTICATED',
        reqId: answer.headers['x-request-id'],
      });
    }
  });

  test('malformed JSON gets 400 with errors[]', async () => {
    const user = await app().newUser();
    const answer = await post(app().server, '{"query":', { authorization: `Bearer ${user.apiKey}` });
    expect(answer.status).toBe(400);
    expect(answer.errors[0].extensions.code).toBe('BAD_REQUEST');
  });

  test('a well-formed request is answered with 200 for application/json, with 400 for the GraphQL media type', async () => {
    const { apiKey } = await app().newUser();
    const authorization = `Bearer ${apiKey}`;
    for (const query of ['{ viewer {', '{ nonsense }']) {
      const json = await post(app().server, { query }, { authorization, accept: 'application/json' });
      expect([json.status, json.data]).toEqual([200, undefined]);
      expect(json.errors[0].extensions.reqId).toBe(json.headers['x-request-id']);
      const accept = 'application/graphql-response+json';
      const graphql = await post(app().server, { query }, { authorization, accept });
      expect(graphql.status).toBe(400);
    }
    const noQuery = await post(app().server, {}, { authorization });
    expect(noQuery.status).toBe(400);
  });

  test('validation errors suggest the intended name', async () => {
    const user = await app().newUser();
    const { errors } = await user.query('{ viewr { scopes } viewer { scope } }');
    expect(errors.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('Did you mean "viewer"'),
      expect.stringContaining('Did you mean "scopes"'),
    ]);
    expect(errors).toHaveLength(2);
  });

  test('introspection works with a key and stays within the limits', async () => {
    const user = await app().newUser();
    const { data } = await user.query(getIntrospectionQuery({ oneOf: true, inputValueDeprecation: true }));
    expect(data.__schema.types.length).toBeGreaterThan(50);
  });

  test('GET may run a query, but not a mutation', async () => {
    const { apiKey } = await app().newUser();
    const get = (query: string) =>
      app().server.inject({
        method: 'GET',
        url: `/graphql?query=${encodeURIComponent(query)}`,
        headers: { authorization: `Bearer ${apiKey}` },
      });
    expect((await get('{ viewer { scopes } }')).json().data.viewer.scopes).toEqual(['READ', 'WRITE', 'SEND']);
    const mutation = await get('mutation { pushDelete(id: "x") { deletedId } }');
    expect([mutation.statusCode, mutation.headers.allow]).toEqual([405, 'POST']);
    const put = await app().server.inject({
      method: 'PUT',
      url: '/graphql',
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect([put.statusCode, put.headers.allow]).toEqual([405, 'GET, POST']);
    expect(put.json().errors).toHaveLength(1);
  });

  test('batches and persisted queries are off', async () => {
    const { apiKey } = await app().newUser();
    const authorization = `Bearer ${apiKey}`;
    const batch = await post(app().server, [{ query: '{ viewer { scopes } }' }], { authorization });
    expect(batch.status).toBe(400);
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };
    const persisted = await post(app().server, { extensions }, { authorization });
    expect(persisted.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
  });

  test('a subscription over HTTP is refused with a hint to WebSocket', async () => {
    const user = await app().newUser();
    const { errors } = await user.query('subscription { runProgress(runId: "x") { occurredAt } }');
    expect(errors[0].message).toContain('WebSocket');
  });

  test.each([
    ['depth', deep(4)],
    ['aliases', `{ ${Array.from({ length: 60 }, (_, i) => `a${i}: viewer { scopes }`).join(' ')} }`],
    ['fields', fragmentBomb(25)],
    ['cost', '{ schedulers(first: 100) { nodes { pushes(first: 100) { nodes { id runs: scheduler { id } } } } } }'],
    ['directives', `{ viewer { scopes ${'@include(if: true) '.repeat(60)} } }`],
  ])('an operation with too much %s is refused', async (_what, query) => {
    const user = await app().newUser();
    const { errors, data } = await user.query(query);
    expect(data).toBeUndefined();
    expect(errors[0].extensions.code).toBe('LIMIT_EXCEEDED');
  });

  test('too many tokens are refused by the parser', async () => {
    const user = await app().newUser();
    const { errors } = await user.query(`{ ${'viewer { scopes } '.repeat(600)} }`);
    expect(errors[0].extensions.code).toBe('GRAPHQL_PARSE_FAILED');
  });

  test('the cost counts page sizes in variables, and is reported', async () => {
    const user = await app().newUser();
    const query = 'query ($n: Int) { schedulers(first: $n) { nodes { pushes(first: $n) { nodes { id active } } } } }';
    expect((await user.query(query, { n: 100 })).errors[0].extensions.code).toBe('LIMIT_EXCEEDED');
    const { body } = await user.query(query, { n: 2 });
    expect(body.extensions.cost).toEqual({ requested: 1 + 2 * (1 + 1 + 2 * (1 + 2)), limit: 20_000 });
  });

  test('an unexpected error reveals nothing internal, and is in the log under the same id', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    await createAutoPush(user);
    const { services } = app();
    const { activate } = services.schedulers;
    services.schedulers.activate = () => Promise.reject(new Error('SQLITE_SECRET at /home/someone'));
    try {
      const { scheduler } = { scheduler: await user.data('{ schedulers { nodes { id } } }') };
      const answer = await user.query('mutation ($id: ID!) { schedulerActivate(id: $id) { userErrors { code } } }', {
        id: scheduler.schedulers.nodes[0].id,
      });
      expect(answer.errors[0].message).toBe('Internal error');
      expect(answer.errors[0].extensions).toEqual({ code: 'INTERNAL', reqId: answer.headers['x-request-id'] });
      expect(JSON.stringify(answer.body)).not.toContain('SQLITE_SECRET');
      const line = app().log.find(
        (entry) => entry.req_id === answer.headers['x-request-id'] && entry.level === 'error',
      );
      expect(JSON.stringify(line)).toContain('SQLITE_SECRET');
    } finally {
      services.schedulers.activate = activate;
    }
  });
});

/** Pushes and schedulers refer to each other; each round adds 3 levels. */
function deep(times: number): string {
  return `{ pushes { nodes ${'{ scheduler { pushes { nodes '.repeat(times)}{ id }${' } } }'.repeat(times)} } }`;
}

/** Each fragment spreads the one before it twice: 2^n fields in a few lines. */
function fragmentBomb(levels: number): string {
  const fragments = Array.from({ length: levels }, (_, i) => `fragment F${i + 1} on Query { ...F${i} ...F${i} }`);
  return `{ ...F${levels} } fragment F0 on Query { viewer { scopes } } ${fragments.join(' ')}`;
}
