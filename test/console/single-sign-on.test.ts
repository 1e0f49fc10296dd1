import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, type ConsoleApp, useConsoleApp } from '../support/console-app.js';
import { eachDatabase, type TestDatabaseKind } from '../support/databases.js';
import { CLIENT, type SignInPlace, startSignInPlace } from './support/sign-in-place.js';

const MINUTE = 60_000;

let place: SignInPlace;
beforeAll(async () => {
  place = await startSignInPlace();
});
afterAll(() => place.close());

const useApp = (kind: TestDatabaseKind): (() => ConsoleApp) => {
  const app = useConsoleApp(kind, {
    oidc: async () => ({
      issuer: place.issuer,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      name: 'Example SSO',
      scopes: 'openid email profile',
    }),
  });
  beforeAll(() => place.open(`${app().origin}/console/oidc/callback`));
  return app;
};

/** Signs in at the provider, and returns the callback address. */
const goAndComeBack = async (browser: Browser, person: string): Promise<string> => {
  place.person = person;
  const begun = await browser.get('/console/oidc');
  expect(begun.status).toBe(302);
  const { pathname, search } = new URL(await place.visit(String(begun.headers.location)));
  return `${pathname}${search}`;
};

const sentenceOf = (page: string): string => /<p>([^<]*)<\/p>/.exec(page)?.[1]?.replaceAll('&#39;', "'") ?? '';

type Claims = Readonly<Record<string, unknown>>;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = ''): Claims => JSON.parse(Buffer.from(part, 'base64url').toString());

/** The token with other claims, and optionally another `alg`. */
const unsign = (idToken: string, claims: Claims, header: Claims = {}): string => {
  const [head, body] = idToken.split('.');
  return `${encode({ ...decode(head), ...header })}.${encode({ ...decode(body), ...claims })}`;
};

const STRANGE_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

const FORGERIES: [string, (idToken: string, claims: Claims) => string][] = [
  [
    'that another key has signed',
    (idToken, claims) => {
      const signed = unsign(idToken, claims);
      return `${signed}.${sign('sha256', Buffer.from(signed), STRANGE_KEY).toString('base64url')}`;
    },
  ],
  [
    'with other claims under the old signature',
    (idToken, claims) => `${unsign(idToken, claims)}.${idToken.split('.')[2]}`,
  ],
  ['without a signature', (idToken, claims) => `${unsign(idToken, claims)}.`],
  ['whose algorithm is "none"', (idToken, claims) => `${unsign(idToken, claims, { alg: 'none' })}.`],
  [
    'that is signed with the secret of the client',
    (idToken, claims) => {
      const signed = unsign(idToken, claims, { alg: 'HS256' });
      return `${signed}.${createHmac('sha256', CLIENT.client_secret).update(signed).digest('base64url')}`;
    },
  ],
];
let victims = 0;

describe.each(eachDatabase().slice(0, 1))('single sign-on', (kind) => {
  const app = useApp(kind);
  const invite = async (email: string, role: 'VIEWER' | 'ADMIN' = 'VIEWER') => {
    const account = await app().newAccount('Shop');
    return { account, ...(await app().services.members.invite(account.caller, { name: 'N', email, role })) };
  };

  test('admits an invited person with a verified address, and links the member to that identity', async () => {
    const { token } = await invite('ann@example.com', 'ADMIN');
    const browser = app().browser();
    expect((await browser.get('/console/session')).body).toEqual({
      member: null,
      password: true,
      oidc: { name: 'Example SSO', url: '/console/oidc' },
      build: null,
    });
    const back = await goAndComeBack(browser, 'ann');
    expect(back).toMatch(/^\/console\/oidc\/callback\?code=/);
    const { status, headers, body } = await browser.get(back);
    expect([status, String(headers['content-type'])]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<meta http-equiv="refresh" content="0;url=/console">');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /);
    const { viewer, auditLog } = await browser.data(
      '{ viewer { role member { email hasPassword hasSingleSignOn joinedAt } } auditLog { nodes { action } } }',
    );
    expect(viewer).toMatchObject({
      role: 'ADMIN',
      member: { email: 'ann@example.com', hasPassword: false, hasSingleSignOn: true, joinedAt: expect.any(String) },
    });
    expect(auditLog.nodes[0].action).toBe('signIn');
    // The invitation is used up.
    expect((await app().browser().post('/console/invitations/check', { token })).status).toBe(404);
    const again = app().browser();
    await again.get(await goAndComeBack(again, 'ann'));
    expect((await again.data('{ viewer { member { email } } }')).viewer.member.email).toBe('ann@example.com');
    // The email address is the same, but the person is not.
    const eve = app().browser();
    const { status: refused, body: page } = await eve.get(await goAndComeBack(eve, 'eve'));
    expect([refused, sentenceOf(page)]).toEqual([403, expect.stringMatching(/^You have not been invited/)]);
    expect(eve.cookies.has('pushgraph_session')).toBe(false);
  });

  test('refuses an unverified address, an uninvited person, and a suspended account', async () => {
    await invite('bob@example.com');
    const bob = app().browser();
    const unverified = await bob.get(await goAndComeBack(bob, 'bob'));
    expect([unverified.status, sentenceOf(unverified.body)]).toEqual([
      403,
      'The sign-in service has not verified your e-mail address; verify it there, or ask an admin for a link to set a password.',
    ]);
    const carl = app().browser();
    const unknown = await carl.get(await goAndComeBack(carl, 'carl'));
    expect([unknown.status, sentenceOf(unknown.body)]).toEqual([
      403,
      'You have not been invited with this e-mail address; ask an admin of the account to invite you.',
    ]);
    const { account } = await invite('carl@example.com');
    await app().services.users.suspend(account.userId, 'operator');
    const suspended = await carl.get(await goAndComeBack(carl, 'carl'));
    expect([suspended.status, sentenceOf(suspended.body)]).toEqual([
      403,
      'This account is suspended; contact the operator.',
    ]);
    for (const browser of [bob, carl]) expect((await browser.get('/console/session')).body.member).toBeNull();
  });

  test('starts with PKCE, a state and a nonce, and keeps them sealed in a cookie with its own path', async () => {
    const browser = app().browser();
    const { headers } = await browser.get('/console/oidc');
    const url = new URL(String(headers.location));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'pushgraph',
      redirect_uri: `${app().origin}/console/oidc/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{20,}$/),
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
    });
    const cookie = String(headers['set-cookie']);
    expect(cookie).toMatch(/^pushgraph_oidc=v2\.\S+; Path=\/console\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(url.searchParams.get('state'));
  });

  test.each([
    ['with another state', (back: string) => back.replace(/state=[^&]*/, 'state=another'), 'keep'],
    ['without a state', (back: string) => back.replace(/state=[^&]*/, ''), 'keep'],
    ['without its cookie', (back: string) => back, 'lose'],
    ['with the cookie of another round', (back: string) => back, 'swap'],
    ['with a cookie that was changed', (back: string) => back, 'spoil'],
    ['too late', (back: string) => back, 'wait'],
  ])('is refused %s, without a request to the sign-in service', async (_what, change, cookie) => {
    app().clock.advance(30 * MINUTE);
    const browser = app().browser();
    const back = change(await goAndComeBack(browser, 'ann'));
    const sealed = browser.cookies.get('pushgraph_oidc') ?? '';
    if (cookie === 'lose') browser.cookies.delete('pushgraph_oidc');
    if (cookie === 'swap') await browser.get('/console/oidc');
    if (cookie === 'spoil') browser.cookies.set('pushgraph_oidc', `${sealed.slice(0, -2)}AA`);
    if (cookie === 'wait') app().clock.advance(11 * MINUTE);
    const asked = place.asked.length;
    const { status, body } = await browser.get(back);
    expect([status, sentenceOf(body)]).toEqual([403, expect.stringMatching(/^This sign-in was started elsewhere/)]);
    expect(place.asked.slice(asked)).toEqual([]);
    expect(browser.cookies.has('pushgraph_session')).toBe(false);
  });

  test("accepts a code once, and no forged code; the service's error stays in the log, as a code", async () => {
    app().clock.advance(30 * MINUTE);
    const browser = app().browser();
    const back = await goAndComeBack(browser, 'ann');
    const sealed = browser.cookies.get('pushgraph_oidc') ?? '';
    expect((await browser.get(back)).status).toBe(200);
    browser.cookies.set('pushgraph_oidc', sealed);
    for (const way of [
      back,
      back.replace(/code=[^&]*/, 'code=made-up'),
      back.replace(/code=[^&]*/, 'error=access_denied'),
    ]) {
      browser.cookies.set('pushgraph_oidc', sealed);
      const { status, body } = await browser.get(way);
      expect([status, sentenceOf(body)]).toEqual([
        403,
        'Example SSO did not sign you in. Try again, or ask an admin of your account.',
      ]);
    }
    const lines = app().log.filter(({ msg }) => msg === 'single sign-on was refused');
    expect(lines.length).toBeGreaterThanOrEqual(3);
    const codes = [back, sealed].flatMap((text) => text.match(/[\w-]{30,}/g) ?? []);
    for (const secret of codes) expect(JSON.stringify(app().log)).not.toContain(secret);
  });

  test.each(FORGERIES)('refuses an ID token %s from a hostile token endpoint', async (_what, forge) => {
    app().clock.advance(30 * MINUTE);
    const victim = `victim${victims++}@example.com`;
    await invite(victim, 'ADMIN');
    const browser = app().browser();
    const back = await goAndComeBack(browser, 'ann');
    place.forge = (idToken) => forge(idToken, { email: victim, email_verified: true, sub: victim });
    try {
      const { status, body } = await browser.get(back);
      expect([status, sentenceOf(body)]).toEqual([
        403,
        'Example SSO did not sign you in. Try again, or ask an admin of your account.',
      ]);
    } finally {
      place.forge = null;
    }
    expect(browser.cookies.has('pushgraph_session')).toBe(false);
    expect((await browser.get('/console/session')).body.member).toBeNull();
    expect(app().log.some(({ msg }) => msg === 'single sign-on was refused')).toBe(true);
  });

  test('is limited by address', async () => {
    app().clock.advance(30 * MINUTE);
    const statuses: number[] = [];
    for (let n = 0; n < 32; n += 1) statuses.push((await app().browser().get('/console/oidc')).status);
    expect(statuses).toEqual([...Array(30).fill(302), 429, 429]);
    app().clock.advance(30 * MINUTE);
  });

  test('does not count successes, so an office behind one address can sign in one by one', async () => {
    for (let n = 0; n < 27; n += 1) await app().browser().get('/console/oidc');
    for (let n = 0; n < 4; n += 1) {
      const browser = app().browser();
      expect((await browser.get(await goAndComeBack(browser, 'ann'))).status).toBe(200);
    }
    app().clock.advance(30 * MINUTE);
  });

  test('refunds exactly what it took, however often a person returns from a single redirect', async () => {
    for (let n = 0; n < 27; n += 1) await app().browser().get('/console/oidc');
    const browser = app().browser();
    place.person = 'ann';
    const begun = await browser.get('/console/oidc');
    const sealed = browser.cookies.get('pushgraph_oidc') ?? '';
    for (let n = 0; n < 4; n += 1) {
      browser.cookies.set('pushgraph_oidc', sealed);
      const { pathname, search } = new URL(await place.visit(String(begun.headers.location)));
      expect((await browser.get(`${pathname}${search}`)).status).toBe(200);
    }
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await app().browser().get('/console/oidc')).status);
    expect(statuses).toEqual([302, 302, 302, 429]);
    app().clock.advance(30 * MINUTE);
  });
});

describe.each(eachDatabase().slice(0, 1))('a sign-in service that does not answer', (kind) => {
  const app = useConsoleApp(kind, {
    oidc: async () => ({
      issuer: 'http://127.0.0.1:1',
      clientId: 'x',
      clientSecret: 'y',
      name: 'Gone & away',
      scopes: 'openid',
    }),
  });

  test('is reported on a page, and not queried again for each visitor', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { status, headers, body } = await app().browser().get('/console/oidc');
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(body).toContain('<p>Gone &#38; away is not responding. Try again in a moment.</p>');
      // The console translates the reason.
      expect(body).toContain('<meta http-equiv="refresh" content="0;url=/console#refused=NO_ANSWER">');
    }
    expect(app().log.filter(({ msg }) => msg === 'the sign-in service was not found at OIDC_ISSUER')).toHaveLength(1);
    const { body } = await app().browser().get('/console/session');
    expect(body.oidc).toEqual({ name: 'Gone & away', url: '/console/oidc' });
  });
});
