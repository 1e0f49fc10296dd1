import { describe, expect, test } from '@jest/globals';
import { PasswordHasher } from '../../src/services/members/password-hasher.js';
import { SignInLimits } from '../../src/services/rate-limits/sign-in-limits.js';
import type { Json } from '../schema/support/graph-app.js';
import { PASSWORD, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';

const MINUTE = 60_000;
const WRONG = {
  status: 401,
  body: { error: 'Email or password is wrong.', req_id: expect.any(String), code: 'UNAUTHENTICATED' },
};

describe.each(eachDatabase())('signing in, $name', (kind) => {
  const app = useConsoleApp(kind);

  test('does not reveal whether a member exists, either by the answer or by its cost', async () => {
    const account = await app().newAccount();
    const { email } = await app().personWithPassword(account, 'VIEWER');
    const { email: withoutPassword } = await app().person(account, 'VIEWER');
    const verified: (string | null)[] = [];
    const { passwords } = app().services;
    const original = passwords.verify.bind(passwords);
    passwords.verify = (password, stored) => {
      verified.push(stored);
      return original(password, stored);
    };
    const before = app().database.statements.count;
    const statements: number[] = [];
    for (const address of [email, withoutPassword, 'nobody@example.com', 'no address', '']) {
      const counted = app().database.statements.count;
      const answer = await app().browser().signIn(address, 'another good password');
      expect(answer).toMatchObject(WRONG);
      expect(answer.headers['set-cookie']).toBeUndefined();
      statements.push(app().database.statements.count - counted);
    }
    passwords.verify = original;
    expect(verified.map((stored) => stored === null)).toEqual([false, true, true, true, true]);
    expect(new Set(statements).size).toBe(1);
    expect(app().database.statements.count).toBeGreaterThan(before);
  });

  test('requires an address and a password, of limited size', async () => {
    const browser = app().browser();
    for (const body of [{}, { email: 'a@example.com' }, { email: 1, password: 2 }, [], 'text']) {
      expect((await browser.post('/console/session', body)).status).toBe(400);
    }
    expect((await browser.signIn(`${'a'.repeat(255)}@example.com`)).status).toBe(401);
    expect((await browser.signIn('a@example.com', 'x'.repeat(1_025))).status).toBe(401);
    expect((await browser.signIn('a@example.com', 'x'.repeat(20_000))).status).toBe(413);
  });

  test('compares the address in lower case and NFC, and a password in any Unicode form', async () => {
    const account = await app().newAccount();
    const email = 'j\u00f6rg@ex\u00e4mple.com';
    const { token } = await app().services.members.invite(account.caller, { name: 'J', email, role: 'VIEWER' });
    await app().browser().post('/console/invitations/accept', { token, password: 'Schl\u00fcsselbund 12' });
    const typed = await app().browser().signIn(' JO\u0308RG@exa\u0308mple.com ', 'Schlu\u0308sselbund 12');
    expect(typed.status).toBe(204);
  });

  test('compares an address without regard to case, width and ligatures', async () => {
    const account = await app().newAccount();
    const invite = (email: string) =>
      app().services.members.invite(account.caller, { name: 'S', email, role: 'VIEWER' });
    const { token } = await invite('stra\u00dfe@\uff45xample.com');
    await app().browser().post('/console/invitations/accept', { token, password: 'Schl\u00fcsselbund 12' });
    expect((await app().browser().signIn('STRASSE@example.com', 'Schl\u00fcsselbund 12')).status).toBe(204);
    await expect(invite('Strasse@Example.com')).rejects.toMatchObject({
      details: { violations: [{ code: 'DUPLICATE' }] },
    });
    for (const email of ['a\u200bb@example.com', 'a\u202eb@example.com']) {
      await expect(invite(email)).rejects.toMatchObject({
        details: { violations: [{ field: 'email', code: 'INVALID' }] },
      });
    }
  });

  const guess = async (from: string, email: string, password = 'x'.repeat(1_025)) => {
    const { statusCode, headers, body } = await app().server.inject({
      method: 'POST',
      url: '/console/session',
      headers: { 'x-pushgraph-console': '1' },
      payload: { email, password },
      remoteAddress: from,
    });
    return { status: statusCode, retryAfter: Number(headers['retry-after']), body };
  };
  const statusesOf = async (count: number, work: (n: number) => ReturnType<typeof guess>): Promise<number[]> => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) statuses.push((await work(n)).status);
    return statuses;
  };

  test('is open to a member at a new address, however many wrong passwords came from others', async () => {
    const { email } = await app().personWithPassword(await app().newAccount(), 'VIEWER');
    for (const named of [email, 'stranger@example.com']) {
      expect(await statusesOf(40, (n) => guess(`192.0.2.${n % 4}`, named))).toEqual([...Array(40).fill(401)]);
    }
    expect(await statusesOf(30, (n) => guess(`198.51.100.${n}`, email, 'a wrong guess'))).toEqual(Array(30).fill(401));
    expect((await guess('203.0.113.99', email, PASSWORD)).status).toBe(204);
  });

  test('slows a network down for each e-mail address, with the same answer for everybody, and recovers in seconds', async () => {
    app().clock.advance(30 * MINUTE);
    const { email } = await app().personWithPassword(await app().newAccount(), 'VIEWER');
    for (const [index, named] of [email, 'nobody@example.com'].entries()) {
      const from = `192.0.2.${50 + index}`;
      expect(await statusesOf(12, () => guess(from, named))).toEqual([...Array(10).fill(401), 429, 429]);
      const { retryAfter, body } = await guess(from, named);
      expect([retryAfter, JSON.parse(body).error]).toEqual([10, 'Too many attempts to sign in; try again in 10 s.']);
    }
    app().clock.advance(10_000);
    expect((await guess('192.0.2.50', email, PASSWORD)).status).toBe(204);
  });

  test('stays open to known members at a shared address, even after a restart, while strangers there are slowed down', async () => {
    app().clock.advance(30 * MINUTE);
    const account = await app().newAccount();
    const [{ email }, { email: unknown }] = [
      await app().personWithPassword(account, 'VIEWER'),
      await app().personWithPassword(account, 'VIEWER'),
    ];
    const shared = '203.0.113.7';
    expect((await guess(shared, email, PASSWORD)).status).toBe(204);
    const strangers = await statusesOf(32, (n) => guess(shared, `p${n}@example.com`));
    expect(strangers).toEqual([...Array(30).fill(401), 429, 429]);
    expect(await statusesOf(5, () => guess(shared, email, PASSWORD))).toEqual(Array(5).fill(204));
    // Another process, or this one after a restart, uses the stored limits.
    const { places } = app().services;
    const limits = new SignInLimits({ clock: app().clock, redis: null, places });
    for (let n = 0; n < 30; n += 1) await limits.admit(shared, `q${n}@example.com`);
    await expect(limits.admit(shared, 'q@example.com')).rejects.toThrow('Too many attempts');
    expect((await limits.admit(shared, email.toUpperCase())).lane.isKnown).toBe(true);
    // A member who is new at the address waits briefly.
    const late = await guess(shared, unknown, PASSWORD);
    expect([late.status, late.retryAfter]).toEqual([429, 3]);
    app().clock.advance(3_000);
    expect((await guess(shared, unknown, PASSWORD)).status).toBe(204);
  });

  test("remembers hashes of a member's last 20 networks as long as the member exists", async () => {
    app().clock.advance(30 * MINUTE);
    const { memberId, email } = await app().personWithPassword(await app().newAccount(), 'VIEWER');
    for (let n = 1; n <= 20; n += 1) {
      app().clock.advance(MINUTE);
      expect((await guess(`198.51.100.${n}`, email, PASSWORD)).status).toBe(204);
      expect((await guess(`198.51.100.${n}`, email, PASSWORD)).status).toBe(204);
    }
    const { places, members } = app().services;
    const known = await Promise.all(
      ['127.0.0.1', '198.51.100.1', '198.51.100.20', '198.51.100.99'].map((from) => places.isKnown(email, from)),
    );
    expect(known).toEqual([false, true, true, false]);
    const rowsOf = () =>
      app().database.query<Json>('SELECT * FROM sign_in_place WHERE member_id = ? ORDER BY id', [memberId]);
    expect(await rowsOf()).toHaveLength(20);
    expect(JSON.stringify(await rowsOf())).not.toContain('198.51');
    const { caller } = await app().newAccount();
    const [row] = await app().database.query<Json>('SELECT user_id FROM member WHERE id = ?', [memberId]);
    await members.remove({ ...caller, userId: Number(row.user_id) }, memberId, { keepKeys: false });
    expect(await rowsOf()).toEqual([]);
  });

  test('leaves an entry in the audit log: who signed in and out, and whose password was wrong', async () => {
    app().clock.advance(30 * MINUTE);
    const account = await app().newAccount();
    const { email, browser } = await app().personWithPassword(account, 'ADMIN');
    await app().browser().signIn(email, 'a hopeless guess');
    const other = app().browser();
    await other.signIn(email);
    await other.delete('/console/session');
    const { auditLog } = await browser.data(
      '{ auditLog { nodes { action summary address member { email } node { __typename } } } }',
    );
    const seen = auditLog.nodes.map((entry: Json) => [entry.action, entry.member?.email ?? null, entry.address]);
    expect(seen.slice(0, 4)).toEqual([
      ['signOut', email, '127.0.0.1'],
      ['signIn', email, '127.0.0.1'],
      ['signInRefused', null, '127.0.0.1'],
      ['invitationAccept', email, '127.0.0.1'],
    ]);
    expect(auditLog.nodes[2].summary).toMatch(/^Somebody gave a wrong password for "Person \d+"\.$/);
    expect(auditLog.nodes[2].node).toEqual({ __typename: 'Member' });
    expect(JSON.stringify(auditLog)).not.toContain('a hopeless guess');
  });
});

describe.each(eachDatabase().slice(0, 1))('a hundred concurrent hostile sign-ins', (kind) => {
  const app = useConsoleApp(kind, { passwordCost: { N: 2 ** 14, r: 8, p: 1 } });

  test('compute two hashes at a time and queue a few; the rest are refused, and other requests are answered', async () => {
    const { browser } = await app().person(await app().newAccount(), 'VIEWER');
    const { passwords } = app().services;
    const loads: { atOnce: number; waiting: number }[] = [];
    const statuses: number[] = [];
    const hostile = Array.from({ length: 100 }, async (_, n) => {
      const { statusCode } = await app().server.inject({
        method: 'POST',
        url: '/console/session',
        headers: { 'x-pushgraph-console': '1' },
        payload: { email: `victim${n}@example.com`, password: 'a hostile guess' },
        remoteAddress: `10.0.${n}.1`,
      });
      loads.push(passwords.load);
      statuses.push(statusCode);
    });
    // A later honest request is served while they still wait.
    expect((await browser.query('{ viewer { role } }')).status).toBe(200);
    expect(statuses.length).toBeLessThan(100);
    await Promise.all(hostile);
    const count = (status: number) => statuses.filter((each) => each === status).length;
    // Two requests are computed and forty wait. Others are refused until slots become free.
    expect([count(401) >= 42, count(503) > 0, count(401) + count(503)]).toEqual([true, true, 100]);
    expect(Math.max(...loads.map(({ atOnce }) => atOnce))).toBe(2);
    expect(Math.max(...loads.map(({ waiting }) => waiting))).toBeLessThanOrEqual(40);
    expect(passwords.load).toEqual({ atOnce: 0, waiting: 0 });
  });
});

describe.each(eachDatabase().slice(0, 1))('a flood of guesses from one network', (kind) => {
  const app = useConsoleApp(kind, { passwordCost: { N: 2 ** 13, r: 8, p: 1 } });
  const signIn = async (remoteAddress: string, email: string, password: string): Promise<number> => {
    const headers = { 'x-pushgraph-console': '1' };
    const request = { method: 'POST', url: '/console/session', headers, payload: { email, password } } as const;
    return (await app().server.inject({ ...request, remoteAddress })).statusCode;
  };

  test('delays a member elsewhere by one hash, known there or not, and many networks do not delay a known member further', async () => {
    const account = await app().newAccount();
    const [stranger, known] = [
      await app().personWithPassword(account, 'VIEWER'),
      await app().personWithPassword(account, 'VIEWER'),
    ];
    expect(await signIn('198.51.100.1', known.email, PASSWORD)).toBe(204);
    let answered = 0;
    const guesses = (count: number, from: (n: number) => string) =>
      Array.from({ length: count }, async (_, n) => {
        const status = await signIn(from(n), `victim${n}@example.com`, 'a hostile guess');
        if (status === 401) answered += 1;
        return status;
      });
    const flood = guesses(1_000, () => '10.0.0.1');
    expect(await signIn('203.0.113.5', stranger.email, PASSWORD)).toBe(204);
    expect(answered).toBeLessThan(10);
    const statuses = await Promise.all(flood);
    // 30 of a thousand attempts from one network are computed.
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([30, 970]);
    answered = 0;
    const networks = guesses(200, (n) => `10.${n}.0.1`);
    expect(await signIn('198.51.100.1', known.email, PASSWORD)).toBe(204);
    expect(answered).toBeLessThan(10);
    await Promise.all(networks);
    expect(app().services.passwords.load).toEqual({ atOnce: 0, waiting: 0 });
  });
});

describe('a stored password', () => {
  const passwords = new PasswordHasher();

  test('is a scrypt hash with its own salt, and matches only the password', async () => {
    const [one, other] = await Promise.all([passwords.hash(PASSWORD), passwords.hash(PASSWORD)]);
    expect(one).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect(await Promise.all([passwords.verify(PASSWORD, one), passwords.verify(`${PASSWORD} `, one)])).toEqual([
      true,
      false,
    ]);
  });

  test('matches nothing if it is missing or malformed', async () => {
    // The key for an empty password and an empty salt would not be secret.
    for (const stored of [null, '', 'x', 'scrypt$15$8$3$$']) expect(await passwords.verify('', stored)).toBe(false);
  });
});
