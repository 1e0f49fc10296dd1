import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../../src/crypto/secrets.js';
import { PASSWORD, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';

const DAY = 86_400_000;
const INVITE = `mutation ($input: MemberInviteInput!, $key: String) {
  memberInvite(input: $input, idempotencyKey: $key) { member { id joinedAt } link userErrors { field message code } } }`;
const RENEW = 'mutation ($id: ID!) { memberInviteRenew(id: $id) { member { id } link userErrors { code } } }';
const GONE = /^This link has been used or has expired; ask the person/;

describe.each(eachDatabase())('links, $name', (kind) => {
  const app = useConsoleApp(kind);
  const check = (token: string) => app().browser().post('/console/invitations/check', { token });
  const tokenOf = (link: string): string => link.split('#')[1] ?? '';

  test('for the first admin are created at one start only, and create an admin who can invite others', async () => {
    const account = await app().newAccount('Shop');
    const { invitations } = app().services;
    const made = await Promise.all([invitations.createFirst(), invitations.createFirst(), invitations.createFirst()]);
    const [token = null, ...more] = made.filter((each) => each !== null);
    expect(more).toEqual([]);
    expect(await invitations.createFirst()).toBeNull();
    expect((await check(token ?? '')).body).toEqual({
      kind: 'FIRST_ADMIN',
      email: null,
      name: null,
      accountName: 'Shop',
      role: 'ADMIN',
    });
    const browser = app().browser();
    const first = { token, name: 'Ann', email: ' Ann@Example.COM ', password: PASSWORD };
    expect((await browser.post('/console/invitations/accept', first)).status).toBe(204);
    const { viewer, members } = await browser.data(
      '{ viewer { role member { name email hasPassword hasSingleSignOn joinedAt } } members { totalCount } }',
    );
    expect(viewer).toMatchObject({
      role: 'ADMIN',
      member: { name: 'Ann', email: 'ann@example.com', hasPassword: true, hasSingleSignOn: false },
    });
    expect([members.totalCount, await invitations.hasAdmin()]).toEqual([1, true]);
    const again = await app()
      .browser()
      .post('/console/invitations/accept', { ...first, email: 'b@example.com' });
    expect(again).toMatchObject({ status: 404, body: { error: expect.stringMatching(GONE) } });
    expect(account.userId).toBeGreaterThan(0);
  });

  test('name the account once an admin has named it', async () => {
    const account = await app().newAccount('owner');
    const { browser } = await app().person(account, 'ADMIN');
    const variables = { input: { name: 'Bob', email: 'bob@named.example.com', role: 'EDITOR' }, key: 'k1' };
    const { memberInvite } = await browser.data(INVITE, variables);
    const nameOf = async () => (await check(tokenOf(memberInvite.link))).body.accountName;
    expect(await nameOf()).toBeNull();
    const RENAME =
      'mutation ($name: String!) { userUpdate(input: { name: $name }) { user { name } userErrors { field code } } }';
    const rename = async (name: string) => (await browser.data(RENAME, { name })).userUpdate;
    for (const [bad, code] of [
      [' ', 'REQUIRED'],
      ['x'.repeat(256), 'TOO_LONG'],
      ['Sh\u202eop', 'INVALID'],
    ] as const) {
      expect(await rename(bad)).toEqual({ user: null, userErrors: [{ field: ['input', 'name'], code }] });
    }
    expect(await rename(' Ｃorner Shop ')).toEqual({ user: { name: 'Corner Shop' }, userErrors: [] });
    expect(await nameOf()).toBe('Corner Shop');
    const { member } = (await browser.get('/console/session')).body;
    expect(member.accountName).toBe('Corner Shop');
    const editor = await app().person(account, 'EDITOR');
    expect((await editor.browser.query(RENAME, { name: 'Mine' })).errors[0].extensions.code).toBe('FORBIDDEN');
    expect(await nameOf()).toBe('Corner Shop');
  });

  test('for invited people are shown once, stored as a hash, and work once', async () => {
    const admin = await app().person(await app().newAccount('Shop'), 'ADMIN');
    const variables = { input: { name: 'Bob', email: 'Bob@Example.com', role: 'EDITOR' }, key: 'k1' };
    const { memberInvite } = await admin.browser.data(INVITE, variables);
    expect(memberInvite).toMatchObject({ member: { joinedAt: null }, userErrors: [] });
    expect(memberInvite.link).toMatch(new RegExp(`^${app().origin}/console/join#[\\w-]{43}$`));
    const token = tokenOf(memberInvite.link);
    const repeated = await admin.browser.data(INVITE, variables);
    expect(repeated.memberInvite).toEqual({ ...memberInvite, link: null });
    for (const table of ['member_invitation', 'idempotency_key', 'audit_entry']) {
      expect(JSON.stringify(await app().database.query(`SELECT * FROM ${table}`))).not.toContain(token);
    }
    expect(JSON.stringify(await app().database.query('SELECT hash FROM member_invitation'))).toContain(sha256(token));
    expect((await check(token)).body).toEqual({
      kind: 'INVITATION',
      email: 'bob@example.com',
      name: 'Bob',
      accountName: 'Shop',
      role: 'EDITOR',
    });
    const accept = (browser = app().browser()) =>
      browser.post('/console/invitations/accept', { token, name: 'Bobby', email: 'x@example.com', password: PASSWORD });
    const answers = await Promise.all([accept(), accept(), accept()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404]);
    expect((await check(token)).status).toBe(404);
    const browser = app().browser();
    // The invitation sets the email address.
    expect((await browser.signIn('bob@example.com')).status).toBe(204);
    expect((await browser.data('{ viewer { member { name email joinedAt } } }')).viewer.member).toEqual({
      name: 'Bobby',
      email: 'bob@example.com',
      joinedAt: new Date(app().clock.now()).toISOString(),
    });
    expect(JSON.stringify(app().log)).not.toContain(token);
  });

  test('expire after 7 days, and for the first admin after 24 hours', async () => {
    const account = await app().newAccount();
    const { members, invitations } = app().services;
    const { token } = await members.invite(account.caller, { name: 'C', email: 'c@example.com', role: 'VIEWER' });
    const { token: forAdmin } = await invitations.createForAdmin(account.userId);
    app().clock.advance(DAY - 1);
    expect([(await check(token)).status, (await check(forAdmin)).status]).toEqual([200, 200]);
    app().clock.advance(1);
    expect([(await check(token)).status, (await check(forAdmin)).status]).toEqual([200, 404]);
    app().clock.advance(6 * DAY);
    expect(await check(token)).toMatchObject({ status: 404, body: { error: expect.stringMatching(GONE) } });
    const late = await app().browser().post('/console/invitations/accept', { token, password: PASSWORD });
    expect(late.status).toBe(404);
  });

  test('end with a newer link, with their member, and with the account', async () => {
    const account = await app().newAccount();
    const admin = await app().person(account, 'ADMIN');
    const input = { name: 'D', email: 'd@example.com', role: 'VIEWER' };
    const { memberInvite } = await admin.browser.data(INVITE, { input });
    const { memberInviteRenew } = await admin.browser.data(RENEW, memberInvite.member);
    const [old, renewed] = [tokenOf(memberInvite.link), tokenOf(memberInviteRenew.link)];
    expect([(await check(old)).status, (await check(renewed)).status]).toEqual([404, 200]);
    await admin.browser.data('mutation ($id: ID!) { memberRemove(id: $id) { deletedId } }', memberInvite.member);
    expect((await check(renewed)).status).toBe(404);
    const { token: first } = await app().services.invitations.createForAdmin(account.userId);
    const { token: second } = await app().services.invitations.createForAdmin(account.userId);
    expect([(await check(first)).status, (await check(second)).status]).toEqual([404, 200]);
    await app().services.users.delete(account.userId, null);
    expect((await check(second)).status).toBe(404);
  });

  test('for existing members set a new password, and sign out everywhere else', async () => {
    const account = await app().newAccount();
    const admin = await app().person(account, 'ADMIN');
    const { email, browser } = await app().personWithPassword(account, 'SENDER');
    const { viewer } = await browser.data('{ viewer { member { id name } } }');
    const { memberInviteRenew } = await admin.browser.data(RENEW, viewer.member);
    const token = tokenOf(memberInviteRenew.link);
    expect((await check(token)).body).toMatchObject({ kind: 'PASSWORD_RESET', email, name: viewer.member.name });
    expect((await browser.query('{ viewer { role } }')).status).toBe(200);
    const reset = await app().browser().post('/console/invitations/accept', {
      token,
      name: 'Another name',
      password: 'another fine password',
    });
    expect(reset.status).toBe(204);
    expect((await browser.query('{ viewer { role } }')).status).toBe(401);
    expect((await app().browser().signIn(email)).status).toBe(401);
    const back = app().browser();
    expect((await back.signIn(email, 'another fine password')).status).toBe(204);
    expect((await back.data('{ viewer { role member { name } } }')).viewer).toEqual({
      role: 'SENDER',
      member: { name: viewer.member.name },
    });
  });

  test('from the command line admit a locked-out admin by their address, and nobody from another account', async () => {
    const [account, other] = [await app().newAccount(), await app().newAccount()];
    const { email } = await app().personWithPassword(account, 'VIEWER');
    const { email: foreign } = await app().person(other, 'ADMIN');
    const { token } = await app().services.invitations.createForAdmin(account.userId);
    const accept = (address: string) =>
      app().browser().post('/console/invitations/accept', { token, name: 'Me', email: address, password: PASSWORD });
    expect(await accept(foreign)).toMatchObject({ status: 400, body: { field: 'email' } });
    expect((await accept(email)).status).toBe(204);
    const browser = app().browser();
    await browser.signIn(email);
    expect((await browser.data('{ viewer { role } members { totalCount } }')).members.totalCount).toBe(1);
    const { auditLog } = await browser.data(
      '{ auditLog(where: { action: ["consoleLink"] }) { nodes { summary address member { id } } } }',
    );
    expect(auditLog.nodes).toEqual([
      { summary: 'The command line created a link for an admin.', address: null, member: null },
    ]);
    await expect(app().services.invitations.createForAdmin(999_999)).rejects.toThrow('There is no such user.');
  });

  test.each([
    ['a short password', { password: 'elevenchars' }, 'password', 'TOO_SHORT'],
    ['an empty password', { password: '' }, 'password', 'REQUIRED'],
    ['a long password', { password: 'x'.repeat(1_025) }, 'password', 'TOO_LONG'],
    ['a common password', { password: 'Password 1234' }, 'password', 'WEAK_PASSWORD'],
    ['one letter over and over', { password: 'aaaaaaaaaaaaaaaa' }, 'password', 'WEAK_PASSWORD'],
    ['the own address', { password: 'long.address@example.com' }, 'password', 'WEAK_PASSWORD'],
    ['the own name', { password: 'Maximilian Muster' }, 'password', 'WEAK_PASSWORD'],
    ['no name', { name: ' ' }, 'name', 'REQUIRED'],
    ['a name of control characters', { name: 'a\u0007' }, 'name', 'INVALID'],
    ['no address', { email: 'nobody' }, 'email', 'INVALID'],
    ['two addresses', { email: 'a@example.com, b@example.com' }, 'email', 'INVALID'],
    ['a long address', { email: `${'a'.repeat(250)}@example.com` }, 'email', 'TOO_LONG'],
  ])('are not used up by %s, which is reported with the field and a code', async (_what, fields, field, code) => {
    const { userId } = await app().newAccount();
    const { token } = await app().services.invitations.createForAdmin(userId);
    const good = { name: 'Maximilian Muster', email: 'long.address@example.com', password: PASSWORD };
    const { status, body } = await app()
      .browser()
      .post('/console/invitations/accept', { token, ...good, ...fields });
    const refused = { error: expect.stringMatching(/\.$/), req_id: expect.any(String), code, field };
    expect([status, body]).toEqual([400, refused]);
    expect((await check(token)).status).toBe(200);
  });

  test('that are invalid are limited like bad keys, without computing a hash', async () => {
    const { passwords } = app().services;
    let hashes = 0;
    const original = passwords.hash.bind(passwords);
    passwords.hash = (password) => {
      hashes += 1;
      return original(password);
    };
    for (const token of ['', 'x', 'A'.repeat(43), '../..', 'x'.repeat(10_000)]) {
      expect((await check(token)).status).toBe(404);
      expect((await app().browser().post('/console/invitations/accept', { token, password: PASSWORD })).status).toBe(
        404,
      );
    }
    passwords.hash = original;
    expect(hashes).toBe(0);
  });
});

describe.each(eachDatabase().slice(0, 1))('guesses at links', (kind) => {
  const app = useConsoleApp(kind, { badKeysPerMinute: 5 });

  test('are refused without a lookup after a while', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const { status } = await app()
        .browser()
        .post('/console/invitations/check', { token: String(n).repeat(43) });
      statuses.push(status);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
    const before = app().database.statements.count;
    await app()
      .browser()
      .post('/console/invitations/check', { token: 'B'.repeat(43) });
    expect(app().database.statements.count).toBe(before);
  });
});
