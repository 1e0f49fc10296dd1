import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type JWTPayload, SignJWT } from 'jose';
import { execute } from '../../src/database/database.js';
import type { MemberRole } from '../../src/entities/member.js';
import { CLIENT, type SignInPlace, startSignInPlace } from '../console/support/sign-in-place.js';
import { useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { connectMcp, postMcp, rpc, toolCall } from './support/mcp-client.js';

const PUBLIC_URL = 'https://push.example.com';
const AUDIENCE = `${PUBLIC_URL}/mcp`;

let place: SignInPlace;
beforeAll(async () => {
  place = await startSignInPlace();
});
afterAll(() => place.close());

describe.each(eachDatabase().slice(0, 1))('an access token of single sign-on', (kind) => {
  const app = useConsoleApp(kind, {
    publicUrl: PUBLIC_URL,
    oidc: async () => ({
      issuer: place.issuer,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      name: 'Example SSO',
      scopes: 'openid email profile',
    }),
  });
  beforeAll(() => place.open(`${app().origin}/console/oidc/callback`));

  /** A member who has signed in to the console as this person. */
  const link = async (subject: string, role: MemberRole) => {
    const account = await app().newAccount();
    const { memberId } = await app().person(account, role);
    const sql = 'UPDATE member SET oidc_issuer = ?, oidc_subject = ? WHERE id = ?';
    await app().database.tx((tx) => execute(tx, sql, [place.issuer, subject, memberId]));
    return { account, memberId };
  };

  const seconds = (): number => Math.floor(app().clock.now() / 1_000);
  const issue = (claims: JWTPayload = {}, header = {}): Promise<string> =>
    place.issue({ aud: AUDIENCE, iat: seconds(), exp: seconds() + 300, ...claims }, header);
  const list = (token: string) => postMcp(app().origin, rpc('tools/list'), { authorization: `Bearer ${token}` });

  test('names its issuer to a client without a token', async () => {
    const { status, headers } = await postMcp(app().origin, rpc('tools/list'));
    const url = `${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp`;
    expect([status, headers.get('www-authenticate')]).toEqual([401, `Bearer resource_metadata="${url}"`]);
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']) {
      // A forged host must not change the resource.
      const response = await fetch(`${app().origin}${path}`, { headers: { 'x-forwarded-host': 'evil.example' } });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toEqual({
        resource: AUDIENCE,
        authorization_servers: [place.issuer],
        bearer_methods_supported: ['header'],
        resource_name: 'pushgraph',
      });
    }
  });

  test('acts as the member, who may read, and may draft with a role that can write', async () => {
    const { account } = await link('reader', 'VIEWER');
    await using viewer = await connectMcp(app().origin, await issue({ sub: 'reader' }));
    expect(await viewer.names()).not.toContain('create_draft');
    await link('writer', 'ADMIN');
    await using admin = await connectMcp(app().origin, await issue({ sub: 'writer' }));
    const draft = { name: 'D', messages: [{ defaultLang: 'en', texts: [{ language: 'en', title: 'T', text: 'x' }] }] };
    const created = await admin.data('create_draft', draft);
    const { id, version } = created.draftSave.draft;
    expect((await admin.data('update_draft', { ...draft, id, version })).draftSave.draft.version).toBe(2);
    expect((await viewer.data('list_drafts')).drafts.nodes).toEqual([]);
    await app().services.users.suspend(account.userId, 'operator');
    expect((await list(await issue({ sub: 'reader' }))).status).toBe(403);
  });

  test('does not replace a draft that the member is composing in the console', async () => {
    const { memberId, account } = await link('composer', 'EDITOR');
    const member = { id: memberId, name: 'N', email: 'e', role: 'EDITOR', sessionId: 1 } as const;
    const caller = { userId: account.userId, keyId: null, scopes: ['read', 'write'], member } as const;
    const number = await app().services.drafts.create(caller, { name: 'Mine', content: {} });
    await using mcp = await connectMcp(app().origin, await issue({ sub: 'composer' }));
    const [{ id, version }] = (await mcp.data('list_drafts')).drafts.nodes;
    const texts = [{ language: 'en', title: 'T', text: 'x' }];
    const answer = await mcp.call('update_draft', { id, version, name: 'D', messages: [{ defaultLang: 'en', texts }] });
    expect([number > 0, answer.structuredContent.errors[0].code]).toEqual([true, 'FORBIDDEN']);
  });

  test('of a person who never signed in here is refused, and links no account', async () => {
    const { account } = await link('known', 'VIEWER');
    await app().services.members.invite(account.caller, { name: 'A', email: 'ann@example.com', role: 'ADMIN' });
    const { status, body } = await list(await issue({ email: 'ann@example.com', email_verified: true }));
    expect([status, body.error.message]).toEqual([
      403,
      'No member is linked to this identity. Sign in to the console with it once.',
    ]);
  });

  test('is refused with a wrong issuer, audience, time, type, algorithm or key', async () => {
    await link('ann', 'ADMIN');
    expect((await list(await issue())).status).toBe(200);
    const strange = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const claims = { iss: place.issuer, sub: 'ann', aud: AUDIENCE, exp: seconds() + 300 };
    const good = await issue();
    const [head = '', body = ''] = good.split('.');
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const jwks = (await (await fetch(`${place.issuer}/jwks`)).json()) as { keys: object[] };
    const pem = createPublicKey({ key: jwks.keys[0] as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const hmacOf = (secret: string | Buffer): string => {
      const signed = `${encode({ alg: 'HS256', kid: 'k1', typ: 'at+jwt' })}.${body}`;
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    };
    const bad: [string, string][] = [
      ['of another issuer', await issue({ iss: 'https://evil.example' })],
      ['for another service', await issue({ aud: 'https://other.example' })],
      ['for the console: an ID token', await issue({ aud: CLIENT.client_id })],
      ['without an audience', await issue({ aud: undefined as never })],
      ['that has expired', await issue({ exp: seconds() - 60 })],
      ['that never expires', await issue({ exp: undefined as never })],
      ['that is not valid yet', await issue({ nbf: seconds() + 600 })],
      ['without a subject', await issue({ sub: '' })],
      ['of another type', await issue({}, { typ: 'logout+jwt' })],
      ['that is bound to a key', await issue({ cnf: { jkt: 'x' } })],
      ['with a critical extension', await issue({}, { crit: ['x'], x: 1 }).catch(() => `${good}x`)],
      ['by another key', await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(strange)],
      ['by an unknown key', await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k2' }).sign(strange)],
      ['without a signature', `${encode({ alg: 'none', typ: 'at+jwt' })}.${body}.x`],
      ['with the secret of the client', hmacOf(CLIENT.client_secret)],
      ['with the public key as a secret', hmacOf(String(pem))],
      ['with changed claims', `${head}.${encode({ ...claims, sub: 'eve' })}.${good.split('.')[2]}`],
    ];
    for (const [name, token] of bad) {
      const answer = await list(token);
      expect([name, answer.status, answer.headers.get('www-authenticate')]).toEqual([
        name,
        401,
        expect.stringContaining('resource_metadata='),
      ]);
      expect(JSON.stringify(answer.body)).not.toContain(token.slice(0, 40));
    }
    expect(JSON.stringify(app().log)).not.toContain(body);
  });

  test('of unknown keys does not make the service query its issuer repeatedly', async () => {
    const strange = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const before = place.asked.filter((line) => line === 'GET /jwks').length;
    for (let n = 0; n < 20; n += 1) {
      const claims = { iss: place.issuer, sub: 'ann', aud: AUDIENCE, exp: seconds() + 300 };
      const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: `x${n}` }).sign(strange);
      expect((await list(token)).status).toBe(401);
    }
    expect(place.asked.filter((line) => line === 'GET /jwks').length - before).toBeLessThanOrEqual(1);
  });

  test('works for no other API, and a key still works here', async () => {
    const { account } = await link('walker', 'ADMIN');
    const headers = { authorization: `Bearer ${await issue({ sub: 'walker' })}` };
    const graph = await app().server.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: { query: '{ __typename }' },
    });
    const rest = await app().server.inject({ method: 'GET', url: '/api/b/v2/apps', headers });
    expect([graph.statusCode, rest.statusCode]).toEqual([401, 401]);
    const byKey = await postMcp(app().origin, toolCall('list_tags'), { authorization: `Bearer ${account.apiKey}` });
    expect(byKey.body.result.isError).toBe(false);
  });
});

describe.each(eachDatabase().slice(0, 1))('while the issuer does not respond', (kind) => {
  const app = useConsoleApp(kind, {
    publicUrl: PUBLIC_URL,
    oidc: async () => ({
      issuer: 'http://127.0.0.1:9',
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      name: 'Example SSO',
      scopes: 'openid',
    }),
  });

  test('tokens are refused temporarily, and keys still work', async () => {
    const claims = { iss: 'http://127.0.0.1:9', sub: 'ann', aud: AUDIENCE, exp: 4_000_000_000 };
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(privateKey);
    const answer = await postMcp(app().origin, rpc('tools/list'), { authorization: `Bearer ${token}` });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const { apiKey } = await app().newAccount();
    const byKey = await postMcp(app().origin, rpc('tools/list'), { authorization: `Bearer ${apiKey}` });
    expect(byKey.status).toBe(200);
  });
});
