import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../../src/crypto/secrets.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import type { Json } from '../schema/support/graph-app.js';
import { PASSWORD, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ME = '{ viewer { member { email } sessions { id current createdAt lastSeenAt expiresAt address userAgent } } }';

describe.each(eachDatabase())('sessions, $name', (kind) => {
  const app = useConsoleApp(kind);

  test('begin with a password, appear on the page, and end by signing out', async () => {
    const account = await app().newAccount('Shop');
    const { email } = await app().personWithPassword(account, 'EDITOR');
    const browser = app().browser();
    expect(await browser.get('/console/session')).toMatchObject({
      status: 200,
      body: { member: null, password: true, oidc: null, build: null },
    });
    const { status, headers, body } = await browser.signIn(email.toUpperCase());
    expect([status, body]).toEqual([204, null]);
    expect(headers['set-cookie']).toMatch(
      /^pushgraph_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    expect(headers['cache-control']).toBe('no-store');
    const { body: told } = await browser.get('/console/session');
    expect(told.member).toMatchObject({ email, role: 'EDITOR', accountName: 'Shop', name: expect.any(String) });
    // The build in the footer of the navigation.
    expect(told.build).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: expect.any(String) });
    expect((await browser.data('{ viewer { member { id } } }')).viewer.member.id).toBe(told.member.id);
    expect((await browser.delete('/console/session')).status).toBe(204);
    expect(browser.cookies.size).toBe(0);
    expect((await browser.get('/console/session')).body.member).toBeNull();
  });

  test('store no token, and the log contains none: a line names the member', async () => {
    const { email, memberId } = await app().personWithPassword(await app().newAccount(), 'VIEWER');
    const browser = app().browser();
    await browser.signIn(email);
    await browser.data(ME);
    const token = browser.cookies.get('pushgraph_session') ?? '';
    const stored = JSON.stringify(await app().database.query('SELECT * FROM member_session'));
    expect([stored.includes(token), stored.includes(sha256(token))]).toEqual([false, true]);
    expect(app().log.at(-1)).toMatchObject({ msg: 'request', member: memberId });
    expect(app().log.at(-1)).not.toHaveProperty('key');
    expect(JSON.stringify(app().log)).not.toMatch(new RegExp(`${token}|${PASSWORD}`));
  });

  test('end after 12 hours without use, and after 30 days with it', async () => {
    const person = await app().person(await app().newAccount(), 'VIEWER');
    const isGood = async () => (await person.browser.query(ME)).status === 200;
    app().clock.advance(11 * HOUR);
    expect(await isGood()).toBe(true);
    app().clock.advance(11 * HOUR);
    expect(await isGood()).toBe(true);
    app().clock.advance(12 * HOUR);
    const { status, errors } = await person.browser.query(ME);
    expect([status, errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    const other = await app().person(await app().newAccount(), 'VIEWER');
    for (let hours = 0; hours < 30 * 24 - 10; hours += 10) {
      app().clock.advance(10 * HOUR);
      expect((await other.browser.query(ME)).status).toBe(200);
    }
    app().clock.advance(10 * HOUR);
    expect((await other.browser.query(ME)).status).toBe(401);
  });

  test("are not kept alive by an open WebSocket alone, or by the service's checks of it", async () => {
    const { browser } = await app().person(await app().newAccount(), 'VIEWER');
    const token = browser.cookies.get('pushgraph_session') ?? '';
    app().clock.advance(7 * HOUR);
    await app().services.sessions.authenticate(token, { isUse: false });
    app().clock.advance(7 * HOUR);
    expect((await browser.query(ME)).status).toBe(401);
  });

  test('record their use at most once a minute', async () => {
    const { browser } = await app().person(await app().newAccount(), 'VIEWER');
    const writes: string[] = [];
    app().database.statements.listener = (sql) => /^(UPDATE|INSERT|DELETE)/.test(sql) && writes.push(sql);
    for (let n = 0; n < 5; n += 1) await browser.data('{ viewer { role } }');
    expect(writes).toEqual([]);
    app().clock.advance(60_000);
    for (let n = 0; n < 5; n += 1) await browser.data('{ viewer { role } }');
    app().database.statements.listener = null;
    expect(writes).toHaveLength(2);
  });

  test('are listed and ended only by their member; the socket of an ended session closes with 4401', async () => {
    const account = await app().newAccount();
    const { email, browser: first } = await app().personWithPassword(account, 'VIEWER');
    const second = app().browser();
    await second.signIn(email);
    const socket = await second.openSocket();
    const { viewer } = await first.data(ME);
    expect(viewer.sessions.map((session: Json) => session.current).toSorted()).toEqual([false, true]);
    const { id } = viewer.sessions.find((session: Json) => !session.current);
    const REVOKE = 'mutation ($id: ID!) { sessionRevoke(id: $id) { deletedId userErrors { code } } }';
    const stranger = await app().person(account, 'ADMIN');
    expect((await stranger.browser.data(REVOKE, { id })).sessionRevoke.userErrors).toEqual([{ code: 'NOT_FOUND' }]);
    expect((await stranger.browser.data('query ($id: ID!) { node(id: $id) { id } }', { id })).node).toBeNull();
    expect((await first.data('query ($id: ID!) { node(id: $id) { id } }', { id })).node).toEqual({ id });
    expect((await first.data(REVOKE, { id })).sessionRevoke).toEqual({ deletedId: id, userErrors: [] });
    expect((await second.query(ME)).status).toBe(401);
    socket.send({ id: 'a', type: 'subscribe', payload: { query: '{ viewer { role } }' } });
    expect((await socket.closed()).code).toBe(4401);
    expect((await first.query(ME)).status).toBe(200);
  });

  test('are looked up together, however many are requested', async () => {
    const { browser } = await app().personWithPassword(await app().newAccount(), 'VIEWER');
    const { viewer } = await browser.data(ME);
    const own = viewer.sessions[0].id;
    const statements = async (ids: readonly string[]): Promise<number> => {
      const before = app().database.statements.count;
      const { nodes } = await browser.data('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
      expect(nodes).toEqual(ids.map((id) => (id === own ? { id } : null)));
      return app().database.statements.count - before;
    };
    const others = Array.from({ length: 20 }, (_, index) => toGlobalId('Session', 1_000_000 + index));
    expect(await statements([own, ...others])).toBe(await statements([own]));
  });

  test('can all be ended at once except the current one', async () => {
    const { email, browser } = await app().personWithPassword(await app().newAccount(), 'VIEWER');
    const others = [app().browser(), app().browser()];
    for (const other of others) await other.signIn(email);
    const { sessionsRevokeOthers } = await browser.data('mutation { sessionsRevokeOthers { revoked } }');
    expect(sessionsRevokeOthers.revoked).toBe(2);
    for (const other of others) expect((await other.query(ME)).status).toBe(401);
    expect((await browser.data(ME)).viewer.sessions).toHaveLength(1);
  });

  test('get a new token at each sign-in: a planted token is worthless, and the former one ends', async () => {
    const { email } = await app().personWithPassword(await app().newAccount(), 'VIEWER');
    const browser = app().browser();
    const planted = 'A'.repeat(43);
    browser.cookies.set('pushgraph_session', planted);
    await browser.signIn(email);
    const first = browser.cookies.get('pushgraph_session') ?? '';
    expect(first).not.toBe(planted);
    await browser.signIn(email);
    const [thief, old] = [app().browser(), app().browser()];
    thief.cookies.set('pushgraph_session', planted);
    old.cookies.set('pushgraph_session', first);
    expect([(await thief.query(ME)).status, (await old.query(ME)).status]).toEqual([401, 401]);
    expect((await browser.query(ME)).status).toBe(200);
  });

  test('of a member are limited to 20: the least recently used one ends', async () => {
    const { memberId, browser } = await app().person(await app().newAccount(), 'VIEWER');
    for (let n = 0; n < 20; n += 1) {
      app().clock.advance(1_000);
      await app().database.tx((tx) =>
        app().services.sessions.begin(tx, memberId, { address: '192.0.2.1', userAgent: null }),
      );
    }
    expect((await browser.query(ME)).status).toBe(401);
    const [row] = await app().database.query<Json>(
      `SELECT COUNT(*) AS n FROM member_session WHERE member_id = ${memberId}`,
    );
    expect(Number(row.n)).toBe(20);
  });

  test('get a new role at the next request, and end with their member, even on open sockets', async () => {
    const account = await app().newAccount();
    const admin = await app().person(account, 'ADMIN');
    const { browser, memberId } = await app().person(account, 'VIEWER');
    const socket = await browser.openSocket();
    const { viewer } = await browser.data('{ viewer { member { id } } }');
    const UPDATE = 'mutation ($id: ID!) { memberUpdate(id: $id, input: { role: EDITOR }) { userErrors { code } } }';
    await admin.browser.data(UPDATE, viewer.member);
    expect((await browser.data('{ viewer { role scopes } }')).viewer).toEqual({
      role: 'EDITOR',
      scopes: ['READ', 'WRITE'],
    });
    socket.send({ id: 'a', type: 'subscribe', payload: { query: '{ viewer { role } }' } });
    expect((await socket.next('next')).payload.data.viewer.role).toBe('EDITOR');
    await admin.browser.data('mutation ($id: ID!) { memberRemove(id: $id) { deletedId } }', viewer.member);
    expect((await browser.query('{ viewer { role } }')).status).toBe(401);
    socket.send({ id: 'b', type: 'subscribe', payload: { query: '{ viewer { role } }' } });
    expect((await socket.closed()).code).toBe(4401);
    const left = await app().database.query(`SELECT id FROM member_session WHERE member_id = ${memberId}`);
    expect(left).toEqual([]);
  });

  test('are refused while the account is suspended, except for an admin who resumes it', async () => {
    const account = await app().newAccount();
    const admin = await app().person(account, 'ADMIN');
    const { browser } = await app().person(account, 'SENDER');
    const socket = await browser.openSocket();
    await admin.browser.data('mutation { userSuspend { userErrors { code } } }');
    expect((await browser.query(ME)).status).toBe(403);
    expect((await browser.query('mutation { userResume { user { id } } }')).errors[0].extensions.code).toBe(
      'FORBIDDEN',
    );
    socket.send({ id: 'a', type: 'subscribe', payload: { query: '{ viewer { role } }' } });
    expect((await socket.closed()).code).toBe(4401);
    await admin.browser.data('mutation { userResume { userErrors { code } } }');
    expect((await browser.query(ME)).status).toBe(200);
    await app().services.users.suspend(account.userId, 'operator');
    expect((await admin.browser.query('mutation { userResume { user { id } } }')).status).toBe(403);
    expect((await admin.browser.get('/console/session')).status).toBe(403);
  });

  test('end with the account, and leave no personal data once it is purged', async () => {
    const account = await app().newAccount('Gone');
    const admin = await app().person(account, 'ADMIN');
    await app().person(account, 'VIEWER');
    await app().services.invitations.createForAdmin(account.userId);
    await admin.browser.data(
      'mutation { appCreate(input: { name: "a", provider: { webpush: true } }) { app { id } } }',
    );
    await app().services.audit.flush();
    const tables = ['member', 'member_session', 'sign_in_place', 'member_invitation', 'audit_entry'];
    const count = async (): Promise<number[]> =>
      Promise.all(
        tables.map(async (table) => {
          const sql = `SELECT COUNT(*) AS n FROM ${table} WHERE user_id = ${account.userId}`;
          return Number((await app().database.query<Json>(sql))[0].n);
        }),
      );
    expect((await count()).every((n) => n > 0)).toBe(true);
    await admin.browser.data('mutation { userDelete(name: "Gone") { deletedId userErrors { message } } }');
    expect((await admin.browser.query(ME)).status).toBe(401);
    const { purgeDeletedUsers } = await import('../../src/delivery/upkeep/purge-users.js');
    await purgeDeletedUsers(app().database, new AbortController().signal);
    await app().services.audit.flush();
    expect(await count()).toEqual([0, 0, 0, 0, 0]);
  });

  test('are deleted by upkeep a day after they end', async () => {
    const person = await app().person(await app().newAccount(), 'VIEWER');
    const { Retention } = await import('../../src/delivery/upkeep/retention.js');
    app().clock.advance(2 * DAY);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const config = {
      historyRetentionDays: 180,
      runRetentionDays: 1_095,
      inactiveDeviceRetentionDays: 365,
      timeToLiveSeconds: 86_400,
    };
    const deps = { database: app().database, clock: app().clock, config, log };
    await new Retention(deps as unknown as ConstructorParameters<typeof Retention>[0]).run(
      new AbortController().signal,
    );
    const left = `SELECT id FROM member_session WHERE member_id = ${person.memberId}`;
    expect(await app().database.query(left)).toEqual([]);
  });
});
