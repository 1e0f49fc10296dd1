import { describe, expect, test } from '@jest/globals';
import type { GraphAnswer, Json } from '../schema/support/graph-app.js';
import { post } from '../schema/support/graph-app.js';
import { connect } from '../schema/support/test-socket.js';
import { type Account, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { callOf, fieldsOf } from './support/sample-call.js';

const SAVE = `mutation ($id: ID, $name: String!, $content: JSONObject!) {
  draftSave(id: $id, name: $name, content: $content) { draft { id version } userErrors { code } } }`;
const SUSPEND = 'userSuspend { userErrors { code } }';
const DRAFT = 'draftSave(name: "x", content: {}) { userErrors { code } }';

describe.each(eachDatabase().slice(0, 1))('a key with the scope draft', (kind) => {
  const app = useConsoleApp(kind);

  const keyOf = async ({ userId }: Account, ...scopes: string[]): Promise<string> =>
    (await app().services.keys.createKey(userId, scopes)).apiKey;

  const ask = (key: string, query: string, variables: Json = {}, operationName?: string): Promise<GraphAnswer> =>
    post(app().server, { query, variables, operationName }, { authorization: `Bearer ${key}` });

  const codesOf = ({ errors = [] }: GraphAnswer): string[] => errors.map((error: Json) => error.extensions.code);

  test.each([[['read', 'draft']], [['draft']]])('%j can run no mutation but draftSave', async (scopes) => {
    const account = await app().newAccount();
    const key = await keyOf(account, ...scopes);
    for (const { name } of fieldsOf('Mutation')) {
      const { query, variables } = callOf('mutation', name);
      const answer = await ask(key, query, variables);
      expect([name, codesOf(answer)]).toEqual([name, name === 'draftSave' ? [] : ['FORBIDDEN']]);
    }
  });

  test('cannot hide another mutation behind draftSave', async () => {
    const account = await app().newAccount();
    const key = await keyOf(account, 'read', 'draft');
    const hidden: [string, string?][] = [
      [`mutation { a: ${DRAFT} ${SUSPEND} }`],
      [`mutation { draftSave: ${SUSPEND} }`],
      [`mutation { ... on Mutation { ${SUSPEND} } }`],
      [`mutation { ...F } fragment F on Mutation { ${SUSPEND} }`],
      [`mutation A { ${DRAFT} } mutation B { ${SUSPEND} }`, 'B'],
      [`mutation { ${DRAFT} ${SUSPEND.replace('userSuspend', 'userSuspend @skip(if: false)')} }`],
    ];
    for (const [query, operationName] of hidden) {
      expect([query, codesOf(await ask(key, query, {}, operationName))]).toEqual([query, ['FORBIDDEN']]);
    }
    // A suspended account could not read.
    expect((await ask(key, '{ drafts { totalCount } }')).data.drafts.totalCount).toBe(0);
  });

  test('is also refused by REST and over a WebSocket', async () => {
    const key = await keyOf(await app().newAccount(), 'read', 'draft');
    const headers = { authorization: `Bearer ${key}` };
    const rest = await app().server.inject({ method: 'POST', url: '/api/b/v2/app/groups', headers, payload: {} });
    expect(rest.statusCode).toBe(403);
    const socket = await connect(app().origin.replace('http:', 'ws:').concat('/graphql'));
    socket.send({ type: 'connection_init', payload: headers });
    await socket.next('connection_ack');
    socket.send({ id: 'a', type: 'subscribe', payload: { query: `mutation { ${SUSPEND} }` } });
    expect((await socket.next('error')).payload[0].extensions.code).toBe('FORBIDDEN');
    socket.close();
  });

  test('changes only the drafts that it saved last', async () => {
    const account = await app().newAccount();
    const key = await keyOf(account, 'read', 'draft');
    const save = async (by: string, variables: Json) => ask(by, SAVE, { name: 'Sale', content: {}, ...variables });
    const own = (await save(key, {})).data.draftSave.draft;
    expect((await save(key, { id: own.id })).data.draftSave.draft.version).toBe(2);
    const other = (await save(account.apiKey, {})).data.draftSave.draft;
    expect(codesOf(await save(key, { id: other.id }))).toEqual(['FORBIDDEN']);
    expect(codesOf(await save(await keyOf(account, 'draft'), { id: own.id }))).toEqual(['FORBIDDEN']);
    expect((await save(account.apiKey, { id: own.id })).data.draftSave.draft.version).toBe(3);
    expect(codesOf(await save(key, { id: own.id }))).toEqual(['FORBIDDEN']);
  });

  test('can be created by a key that may write, but cannot create keys', async () => {
    const account = await app().newAccount();
    const CREATE = 'mutation { apiKeyCreate(input: { scopes: [DRAFT] }) { apiKey { scopes } userErrors { code } } }';
    const made = (await ask(account.apiKey, CREATE)).data.apiKeyCreate;
    expect(made).toEqual({ apiKey: { scopes: ['DRAFT'] }, userErrors: [] });
    expect(codesOf(await ask(await keyOf(account, 'draft'), CREATE))).toEqual(['FORBIDDEN']);
    const { viewer } = (await ask(await keyOf(account, 'read', 'draft'), '{ viewer { role scopes } }')).data;
    expect(viewer).toEqual({ role: 'VIEWER', scopes: ['READ', 'DRAFT'] });
    expect((await ask(account.apiKey, '{ viewer { role } }')).data.viewer.role).toBe('ADMIN');
  });
});
