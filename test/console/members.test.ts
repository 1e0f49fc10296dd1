import { describe, expect, test } from '@jest/globals';
import type { Json } from '../schema/support/graph-app.js';
import { PASSWORD, type Person, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';

const ERRORS = 'userErrors { field message code }';
const INVITE = `mutation ($input: MemberInviteInput!) { memberInvite(input: $input) { member { id } link ${ERRORS} } }`;
const UPDATE = `mutation ($id: ID!, $input: MemberUpdateInput!) {
  memberUpdate(id: $id, input: $input) { member { name role } ${ERRORS} } }`;
const REMOVE = `mutation ($id: ID!) { memberRemove(id: $id) { deletedId ${ERRORS} } }`;
const PASSWORD_CHANGE = `mutation ($current: String!, $new: String!) {
  passwordChange(current: $current, new: $new) { member { email } ${ERRORS} } }`;
const MINUTE = 60_000;

describe.each(eachDatabase())('members, $name', (kind) => {
  const app = useConsoleApp(kind);
  const idOf = async ({ browser }: Person): Promise<string> =>
    (await browser.data('{ viewer { member { id } } }')).viewer.member.id;

  test('are invited with a name, an unused address, and a role', async () => {
    const [account, other] = [await app().newAccount(), await app().newAccount()];
    const admin = await app().person(account, 'ADMIN');
    const { email: foreign } = await app().person(other, 'VIEWER');
    const invite = async (input: Json): Promise<Json> => (await admin.browser.data(INVITE, { input })).memberInvite;
    expect(await invite({ name: '', email: 'nobody', role: 'VIEWER' })).toMatchObject({
      member: null,
      link: null,
      userErrors: [
        { field: ['input', 'name'], code: 'REQUIRED' },
        { field: ['input', 'email'], code: 'INVALID' },
      ],
    });
    for (const email of [foreign, foreign.toUpperCase(), admin.email]) {
      const { userErrors } = await invite({ name: 'B', email, role: 'VIEWER' });
      expect(userErrors).toMatchObject([{ field: ['input', 'email'], code: 'DUPLICATE' }]);
    }
    expect((await invite({ name: 'B', email: 'b@members.example', role: 'VIEWER' })).userErrors).toEqual([]);
  });

  test('are listed for admins, page by page, in as many statements for many as for few', async () => {
    const account = await app().newAccount();
    const admin = await app().person(account, 'ADMIN');
    const LIST = `query ($after: String) { members(first: 3, after: $after) { totalCount pageInfo { hasNextPage endCursor }
      nodes { id databaseId name email role createdAt lastSeenAt joinedAt hasPassword hasSingleSignOn } } }`;
    const statementsOf = async (): Promise<number> => {
      const before = app().database.statements.count;
      await admin.browser.data(LIST);
      return app().database.statements.count - before;
    };
    const few = await statementsOf();
    for (let n = 0; n < 4; n += 1) await app().person(account, 'VIEWER');
    expect(await statementsOf()).toBe(few);
    const { members } = await admin.browser.data(LIST);
    expect([members.totalCount, members.nodes.length, members.pageInfo.hasNextPage]).toEqual([5, 3, true]);
    const { members: rest } = await admin.browser.data(LIST, { after: members.pageInfo.endCursor });
    expect([rest.nodes.length, rest.pageInfo.hasNextPage]).toEqual([2, false]);
    expect(members.nodes[0]).toMatchObject({ email: admin.email, role: 'ADMIN', hasPassword: false });
  });

  test('see only themselves by id, except admins; nobody sees those of another account', async () => {
    const account = await app().newAccount();
    const [admin, viewer] = [await app().person(account, 'ADMIN'), await app().person(account, 'VIEWER')];
    const stranger = await app().person(await app().newAccount(), 'ADMIN');
    const [adminId, viewerId] = [await idOf(admin), await idOf(viewer)];
    const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const seenBy = async ({ browser }: Person): Promise<unknown[]> =>
      (await browser.data(NODES, { ids: [adminId, viewerId] })).nodes.map((node: Json) => node?.id ?? null);
    expect(await seenBy(admin)).toEqual([adminId, viewerId]);
    expect(await seenBy(viewer)).toEqual([null, viewerId]);
    expect(await seenBy(stranger)).toEqual([null, null]);
    const input = { name: 'x', role: 'VIEWER' };
    for (const [query, variables] of [
      [UPDATE, { id: viewerId, input }],
      [REMOVE, { id: viewerId }],
      [`mutation ($id: ID!) { memberInviteRenew(id: $id) { ${ERRORS} } }`, { id: viewerId }],
    ] as const) {
      const [answer]: Json[] = Object.values(await stranger.browser.data(query, variables));
      expect(answer.userErrors).toMatchObject([{ field: ['id'], code: 'NOT_FOUND' }]);
    }
    expect((await viewer.browser.query('{ viewer { role } }')).status).toBe(200);
  });

  test('change their own name, but neither their role nor others', async () => {
    const account = await app().newAccount();
    const [viewer, other] = [await app().person(account, 'VIEWER'), await app().person(account, 'VIEWER')];
    const id = await idOf(viewer);
    expect((await viewer.browser.data(UPDATE, { id, input: { name: ' Vera ' } })).memberUpdate).toEqual({
      member: { name: 'Vera', role: 'VIEWER' },
      userErrors: [],
    });
    for (const [target, input] of [
      [id, { role: 'ADMIN' }],
      [id, { name: 'x', role: 'VIEWER' }],
      [await idOf(other), { name: 'x' }],
    ] as const) {
      const { errors } = await viewer.browser.query(UPDATE, { id: target, input });
      expect(errors[0].extensions.code).toBe('FORBIDDEN');
    }
  });

  test('always include an admin who has joined: the last one is neither demoted nor removed', async () => {
    const account = await app().newAccount();
    const admin = await app().person(account, 'ADMIN');
    const id = await idOf(admin);
    await admin.browser.data(INVITE, { input: { name: 'B', email: 'late@members.example', role: 'ADMIN' } });
    const demote = { id, input: { role: 'SENDER' } };
    const expected = { userErrors: [{ code: 'LAST_ADMIN', message: expect.stringContaining('last admin') }] };
    expect((await admin.browser.data(UPDATE, demote)).memberUpdate).toMatchObject(expected);
    expect((await admin.browser.data(REMOVE, { id })).memberRemove).toMatchObject({ deletedId: null, ...expected });
    const second = await app().person(account, 'ADMIN');
    const secondId = await idOf(second);
    // Each removes the other, so one of them is too late.
    const both = await Promise.all([
      admin.browser.query(UPDATE, { id: secondId, input: { role: 'VIEWER' } }),
      second.browser.query(UPDATE, { id, input: { role: 'VIEWER' } }),
    ]);
    const done = both.filter(({ data }) => data?.memberUpdate?.member?.role === 'VIEWER');
    expect(done).toHaveLength(1);
    const rows = await app().database.query<Json>(
      `SELECT role FROM member WHERE user_id = ${account.userId} AND joined_at IS NOT NULL ORDER BY role`,
    );
    expect(rows.map(({ role }) => role)).toEqual(['ADMIN', 'VIEWER']);
  });

  test('who are removed release their address, and stay in the audit log', async () => {
    const account = await app().newAccount();
    const [admin, editor] = [await app().person(account, 'ADMIN'), await app().person(account, 'EDITOR')];
    await editor.browser.data('mutation { tagGroupCreate(input: { name: "G", tags: [] }) { tagGroup { id } } }');
    const id = await idOf(editor);
    expect((await admin.browser.data(REMOVE, { id })).memberRemove).toEqual({ deletedId: id, userErrors: [] });
    const { auditLog } = await admin.browser.data(
      'query ($ids: [ID!]) { auditLog(where: { memberIds: $ids }) { nodes { action summary member { id } } } }',
      { ids: [id] },
    );
    expect(auditLog.nodes).toEqual([
      {
        action: 'tagGroupCreate',
        summary: expect.stringMatching(/^Person \d+ created the tag group "G"\.$/),
        member: null,
      },
    ]);
    const again = await admin.browser.data(INVITE, { input: { name: 'E', email: editor.email, role: 'VIEWER' } });
    expect(again.memberInvite.userErrors).toEqual([]);
  });

  test('are limited to 200', async () => {
    const account = await app().newAccount();
    const admin = await app().person(account, 'ADMIN');
    await app().database.tx(async (tx) => {
      for (let n = 0; n < 199; n += 1) {
        await tx.query(`INSERT INTO member (user_id, name, email, role, created_at) VALUES (?, 'x', ?, 'VIEWER', 0)`, [
          account.userId,
          `seed-${account.userId}-${n}@example.com`,
        ]);
      }
    });
    const { memberInvite } = await admin.browser.data(INVITE, {
      input: { name: 'x', email: 'one-more@members.example', role: 'VIEWER' },
    });
    expect(memberInvite).toMatchObject({
      member: null,
      link: null,
      userErrors: [{ field: ['input', 'email'], code: 'TOO_MANY' }],
    });
  });

  test('change their password, which ends their other sessions; wrong passwords are limited', async () => {
    const { email, browser } = await app().personWithPassword(await app().newAccount(), 'VIEWER');
    const other = app().browser();
    await other.signIn(email);
    const change = async (current: string, next: string): Promise<Json> =>
      (await browser.data(PASSWORD_CHANGE, { current, new: next })).passwordChange;
    expect(await change(PASSWORD, 'short')).toMatchObject({ member: null, userErrors: [{ field: ['new'] }] });
    expect(await change('wrong', 'a new fine password')).toMatchObject({ userErrors: [{ field: ['current'] }] });
    expect(await change(PASSWORD, 'a new fine password')).toEqual({ member: { email }, userErrors: [] });
    expect((await other.query('{ viewer { role } }')).status).toBe(401);
    expect((await browser.query('{ viewer { role } }')).status).toBe(200);
    expect((await app().browser().signIn(email, 'a new fine password')).status).toBe(204);
    for (let n = 0; n < 9; n += 1) await change('wrong', 'another fine password');
    const { errors } = await browser.query(PASSWORD_CHANGE, { current: 'wrong', new: 'another fine password' });
    expect(errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) });
    app().clock.advance(30 * MINUTE);
    expect(await change('a new fine password', PASSWORD)).toMatchObject({ userErrors: [] });
  });

  test('without a password learn who can give them one; an API key has no password', async () => {
    const account = await app().newAccount();
    const { browser } = await app().person(account, 'VIEWER');
    const variables = { current: 'x', new: 'a new fine password' };
    const { passwordChange } = await browser.data(PASSWORD_CHANGE, variables);
    expect(passwordChange.userErrors).toMatchObject([{ field: ['current'], code: 'NO_PASSWORD' }]);
    const headers = { authorization: `Bearer ${account.apiKey}` };
    const { errors } = await app().browser().query(PASSWORD_CHANGE, variables, headers);
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
  });

  test('who are admins create, rotate and revoke API keys, even keys without a creator', async () => {
    const account = await app().newAccount();
    const { browser } = await app().person(account, 'ADMIN');
    const { apiKeyCreate } = await browser.data(
      `mutation { apiKeyCreate(input: { name: "CI", scopes: [READ, SEND] }) { apiKey { id expiresAt parent { id } } secret ${ERRORS} } }`,
    );
    expect(apiKeyCreate).toMatchObject({ apiKey: { expiresAt: null, parent: null }, userErrors: [] });
    const { apiKeyRotate } = await browser.data(
      `mutation ($id: ID!) { apiKeyRotate(id: $id) { apiKey { id } secret ${ERRORS} } }`,
      apiKeyCreate.apiKey,
    );
    const isGood = async (apiKey: string): Promise<boolean> =>
      (
        await app()
          .browser()
          .query('{ viewer { role } }', {}, { authorization: `Bearer ${apiKey}` })
      ).status === 200;
    expect([await isGood(apiKeyCreate.secret), await isGood(apiKeyRotate.secret)]).toEqual([false, true]);
    const { viewer } = await browser.data('{ viewer { apiKeys { nodes { id prefix } } } }');
    for (const { id } of viewer.apiKeys.nodes) {
      await browser.data(`mutation ($id: ID!) { apiKeyRevoke(id: $id) { ${ERRORS} } }`, { id });
    }
    expect([await isGood(apiKeyRotate.secret), await isGood(account.apiKey)]).toEqual([false, false]);
  });
});
