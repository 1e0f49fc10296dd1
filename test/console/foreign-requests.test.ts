import { describe, expect, test } from '@jest/globals';
import { connect } from '../schema/support/test-socket.js';
import { PASSWORD, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';

describe.each(eachDatabase().slice(0, 1))('a request from another site', (kind) => {
  const app = useConsoleApp(kind);
  const QUERY = { query: '{ viewer { role } }' };

  test("cannot use the cookie without the console's header, in any API", async () => {
    const { browser } = await app().person(await app().newAccount(), 'ADMIN');
    expect((await browser.send('POST', '/graphql', QUERY)).status).toBe(401);
    expect((await browser.send('GET', '/graphql?query=%7B__typename%7D')).status).toBe(401);
    expect((await browser.send('GET', '/api/b/v2/apps', undefined, { 'x-pushgraph-console': '1' })).status).toBe(401);
    for (const [method, path] of [
      ['POST', '/console/session'],
      ['DELETE', '/console/session'],
      ['POST', '/console/invitations/check'],
      ['POST', '/console/invitations/accept'],
    ] as const) {
      const { status, body } = await browser.send(
        method,
        path,
        method === 'POST' ? { email: 'a', password: 'b' } : undefined,
      );
      expect([path, status, Object.keys(body)]).toEqual([path, 403, ['error', 'req_id', 'code']]);
    }
    expect((await browser.query(QUERY.query)).status).toBe(200);
  });

  test.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an Origin that is none', { origin: 'null' }],
    ['a page of a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused with the header too: %s', async (_what, headers) => {
    const { browser } = await app().person(await app().newAccount(), 'ADMIN');
    const { status, errors } = await browser.query(QUERY.query, {}, headers as Record<string, string>);
    expect([status, errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
    const door = await browser.post(
      '/console/session',
      { email: 'a', password: 'b' },
      headers as Record<string, string>,
    );
    expect(door.status).toBe(403);
    const own = { origin: app().origin, 'sec-fetch-site': 'same-origin' };
    expect((await browser.query(QUERY.query, {}, own)).status).toBe(200);
  });

  test('cannot open a WebSocket; a request without an origin cannot use the cookie', async () => {
    const { browser } = await app().person(await app().newAccount(), 'ADMIN');
    await expect(browser.socket({ origin: 'https://evil.example' })).rejects.toThrow('403');
    const url = `${app().origin.replace('http:', 'ws:')}/graphql`;
    const socket = await connect(url, { headers: { cookie: browser.cookie } });
    socket.send({ type: 'connection_init' });
    expect((await socket.closed()).code).toBe(4401);
    (await browser.openSocket()).close();
  });

  test('has its key used instead of its cookie, even if the key is invalid', async () => {
    const [account, other] = [await app().newAccount(), await app().newAccount()];
    const { browser } = await app().person(account, 'VIEWER');
    const { data } = await browser.query(
      '{ viewer { role user { databaseId } } }',
      {},
      {
        authorization: `Bearer ${other.apiKey}`,
      },
    );
    expect(data.viewer).toEqual({ role: 'ADMIN', user: { databaseId: other.userId } });
    const bad = await browser.query(QUERY.query, {}, { authorization: 'Bearer pgk_unknown_unknown_unknown' });
    expect(bad.status).toBe(401);
    const socket = await browser.socket();
    socket.send({ type: 'connection_init', payload: { authorization: 'Bearer pgk_unknown_unknown_unknown' } });
    expect((await socket.closed()).code).toBe(4401);
  });

  test('counts sockets separately for each person of an account', async () => {
    const account = await app().newAccount();
    const [one, other] = [await app().person(account, 'VIEWER'), await app().person(account, 'VIEWER')];
    const sockets = [];
    for (let n = 0; n < 20; n += 1) sockets.push(await one.browser.openSocket());
    const extra = await one.browser.socket();
    extra.send({ type: 'connection_init' });
    expect((await extra.closed()).code).toBe(4429);
    sockets.push(await other.browser.openSocket());
    for (const socket of sockets) socket.close();
  });
});

describe.each(eachDatabase().slice(0, 1))('behind a proxy that ends TLS', (kind) => {
  const app = useConsoleApp(kind, { trustProxy: 1 });

  test('the cookie is secure and limited to this host; a cookie under the other name is not accepted', async () => {
    const { email, browser: plain } = await app().personWithPassword(await app().newAccount(), 'VIEWER');
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'push.example.com', 'x-pushgraph-console': '1' };
    const browser = app().browser();
    const { headers } = await browser.post('/console/session', { email, password: PASSWORD }, https);
    expect(headers['set-cookie']).toMatch(
      /^__Host-pushgraph_session=[\w-]{43}; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/,
    );
    const origin = { ...https, origin: 'https://push.example.com' };
    expect((await browser.query('{ viewer { role } }', {}, origin)).status).toBe(200);
    // A page on a sibling host could set it.
    expect((await plain.query('{ viewer { role } }', {}, https)).status).toBe(401);
    expect((await plain.query('{ viewer { role } }')).status).toBe(200);
    const { browser: admin } = await app().person(await app().newAccount(), 'ADMIN');
    const INVITE = 'mutation { memberInvite(input: { name: "B", email: "b@example.com", role: VIEWER }) { link } }';
    admin.cookies.set('__Host-pushgraph_session', admin.cookies.get('pushgraph_session') ?? '');
    const { data } = await admin.query(INVITE, {}, https);
    expect(data.memberInvite.link).toMatch(/^https:\/\/push\.example\.com\/console\/join#[\w-]{43}$/);
  });
});

describe.each(eachDatabase().slice(0, 1))('a stranger with made-up sessions and links', (kind) => {
  const app = useConsoleApp(kind, { badKeysPerMinute: 5 });
  const MADE_UP = 'A'.repeat(43);
  const cookie = () => ({ headers: { 'x-pushgraph-console': '1', cookie: `pushgraph_session=${MADE_UP}` } });

  test.each([
    ['asks who is signed in', (path: string) => app().server.inject({ method: 'GET', url: path, ...cookie() }), 200],
    ['signs out', (path: string) => app().server.inject({ method: 'DELETE', url: path, ...cookie() }), 204],
  ])('that %s counts as with bad keys, and writes nothing', async (_what, ask, answer) => {
    app().clock.advance(120_000);
    const { browser } = await app().person(await app().newAccount(), 'VIEWER');
    await browser.data('{ viewer { role } }');
    const writes: string[] = [];
    app().database.statements.listener = (sql) => /^(UPDATE|INSERT|DELETE)/.test(sql) && writes.push(sql);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await ask('/console/session')).statusCode);
    app().database.statements.listener = null;
    expect([statuses, writes]).toEqual([[...Array(5).fill(answer), 429, 429], []]);
    // A known member at the same address is not refused.
    expect((await browser.query('{ viewer { role } }')).status).toBe(200);
    expect((await browser.delete('/console/session')).status).toBe(204);
  });

  test('counts the same in the link API', async () => {
    app().clock.advance(120_000);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const path = n % 2 === 0 ? 'check' : 'accept';
      const body = { token: MADE_UP, password: PASSWORD };
      statuses.push((await app().browser().post(`/console/invitations/${path}`, body)).status);
    }
    expect(statuses).toEqual([...Array(5).fill(404), 429, 429]);
  });
});
