import { createSign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Fakes } from '../support/fakes/fakes.js';
import type { TestApp } from '../support/fakes/keys.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { askHttp1, openHttp2 } from './clients.js';

const MESSAGE = {
  token: 'device-1',
  notification: { title: 'Hello', body: 'World' },
  data: { receipt: 'r1' },
  android: { ttl: '60s', priority: 'HIGH', collapse_key: 'k' },
  webpush: { headers: { TTL: '60' }, fcm_options: { link: 'https://example.com' } },
  apns: { headers: { 'apns-priority': '10' }, payload: { aps: { 'mutable-content': 1 } } },
};
let fakes: Fakes;
let app: TestApp;
let client: ReturnType<typeof openHttp2>;

beforeAll(async () => {
  fakes = await startFakes();
  app = await fakes.makeApp('provider_a');
});
beforeEach(async () => {
  await fakes.reset();
  client = openHttp2(fakes.addresses.provider_a, fakes.ca);
});
afterEach(() => client.close());
afterAll(() => fakes.close());

const assertion = (changed: Record<string, unknown> = {}, header: Record<string, unknown> = {}) => {
  const { client_email: iss, token_uri: aud, private_key_id: kid, private_key: key = '' } = app.given;
  const now = Math.floor(Date.now() / 1000);
  const scope = 'https://www.googleapis.com/auth/firebase.messaging';
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss, aud, scope, iat: now, exp: now + 3600, ...changed };
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid, ...header })}.${encode(claims)}`;
  return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`;
};
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const grant = (given = assertion()) =>
  askHttp1(fakes.addresses.tokenUri, {
    ca: fakes.ca,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: GRANT, assertion: given }).toString(),
  });
const bearer = async () => `Bearer ${(await grant()).json.access_token}`;
const send = async (message: unknown = MESSAGE, projectId = app.appKey, authorization?: string) =>
  client.ask(
    `/v1/projects/${projectId}/messages:send`,
    { authorization: authorization ?? (await bearer()), 'content-type': 'application/json' },
    { message },
  );

describe('the fake of provider_a', () => {
  test('accepts a well-formed message over HTTP/2, h2c and HTTP/1.1', async () => {
    expect((await send()).json.name).toMatch(new RegExp(`^projects/${app.appKey}/messages/`));
    const authorization = await bearer();
    const headers = { authorization, 'content-type': 'application/json' };
    const path = `/v1/projects/${app.appKey}/messages:send`;
    const cleartext = openHttp2(fakes.addresses.cleartext.provider_a, fakes.ca);
    const second = { message: { ...MESSAGE, data: { receipt: 'r2' } } };
    expect((await cleartext.ask(path, headers, second)).status).toBe(200);
    cleartext.close();
    for (const base of [fakes.addresses.provider_a, fakes.addresses.cleartext.provider_a]) {
      const answer = await askHttp1(base + path, { ca: fakes.ca, headers, body: JSON.stringify(second) });
      expect(answer.status).toBe(200);
    }
    expect(await fakes.entries({ limit: 1 })).toMatchObject([
      { appKey: app.appKey, target: 'device-1', title: 'Hello', body: 'World', receipt: 'r1', content: MESSAGE },
    ]);
    expect(await fakes.summary()).toMatchObject({ accepted: 4, duplicates: 2 });
  });

  test.each<[string, unknown, string]>([
    ['no token', { notification: {} }, 'message'],
    ['a number in data', { ...MESSAGE, data: { receipt: 1 } }, 'message.data.receipt'],
    ['a reserved key in data', { ...MESSAGE, data: { from: 'me' } }, 'message.data.from'],
    ['an unknown field', { ...MESSAGE, notification: { text: 'x' } }, 'message.notification'],
    ['a ttl without unit', { ...MESSAGE, android: { ttl: '60' } }, 'message.android.ttl'],
    ['a ttl as a number', { ...MESSAGE, android: { ttl: 60 } }, 'message.android.ttl'],
    [
      'an http link',
      { ...MESSAGE, webpush: { fcm_options: { link: 'http://a.b' } } },
      'message.webpush.fcm_options.link',
    ],
    ['more than 4,096 bytes', { ...MESSAGE, data: { a: 'x'.repeat(4090) } }, 'message'],
    ...(
      [
        ['an unknown priority', { notification_priority: 'HIGH' }, 'notification_priority'],
        ['an unknown visibility', { visibility: 'HIDDEN' }, 'visibility'],
        ['a count as a text', { notification_count: '5' }, 'notification_count'],
        ['a color by name', { color: 'red' }, 'color'],
        ['a number as the channel', { channel_id: 7 }, 'channel_id'],
      ] as const
    ).map(([name, notification, field]): [string, unknown, string] => [
      name,
      { ...MESSAGE, android: { notification } },
      `message.android.notification.${field}`,
    ]),
    ['a payload without aps', { ...MESSAGE, apns: { payload: { sound: 'default' } } }, 'message.apns.payload'],
    ...(
      [
        ['an unknown apns-priority', MESSAGE, { 'apns-priority': '7' }],
        ['an alert in the background', MESSAGE, { 'apns-push-type': 'background', 'apns-priority': '5' }],
        ['data alone with apns-priority 10', { token: 'device-1', data: { a: 'x' } }, { 'apns-priority': '10' }],
      ] as const
    ).map(([name, message, headers]): [string, unknown, string] => [
      name,
      { ...message, apns: { headers } },
      'message.apns.headers',
    ]),
  ])('refuses %s and names the field', async (_name, message, field) => {
    const { status, json } = await send(message);
    const error = json.error as { status: string; details: { fieldViolations?: { field: string }[] }[] };
    expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(error.details.flatMap(({ fieldViolations = [] }) => fieldViolations)[0]?.field).toBe(field);
    expect(await fakes.count()).toBe(0);
  });

  test('a dead token gets UNREGISTERED, and a malformed one INVALID_ARGUMENT without a field', async () => {
    await fakes.killTokens('provider_a', ['device-1']);
    const detail = { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' };
    expect(await send()).toMatchObject({ status: 404, json: { error: { code: 404, details: [detail] } } });
    const malformed = await send({ ...MESSAGE, token: 'not a token' });
    expect(malformed.json).toMatchObject({ error: { details: [{ errorCode: 'INVALID_ARGUMENT' }] } });
  });

  test('refuses unknown, revoked and expired bearer tokens, and other projects', async () => {
    expect((await send(MESSAGE, app.appKey, 'Bearer x')).status).toBe(401);
    const authorization = await bearer();
    const other = await fakes.makeApp('provider_a');
    expect((await send(MESSAGE, other.appKey, authorization)).json).toMatchObject({
      error: { code: 403, status: 'PERMISSION_DENIED' },
    });
    await fakes.setNow(Date.now() + 3600 * 1000);
    expect((await send(MESSAGE, app.appKey, authorization)).status).toBe(401);
    await fakes.setNow(null);
    expect((await send(MESSAGE, app.appKey, authorization)).status).toBe(200);
    await fakes.revokeAccessTokens();
    expect((await send(MESSAGE, app.appKey, authorization)).status).toBe(401);
  });

  test.each<[string, () => string]>([
    ['another audience', () => assertion({ aud: 'https://example.com/token' })],
    ['an unknown issuer', () => assertion({ iss: 'me@example.com' })],
    ['a life of two hours', () => assertion({ exp: Math.floor(Date.now() / 1000) + 7200 })],
    ['no scope for messaging', () => assertion({ scope: 'email' })],
    ['another key id', () => assertion({}, { kid: 'x' })],
    ['a broken signature', () => `${assertion().slice(0, -8)}AAAAAAAA`],
  ])('grants nothing for an assertion with %s', async (_name, make) => {
    expect(await grant(make())).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  test("accepts requests of Google's own SDK, which always names Google's endpoint", async () => {
    const body = new URLSearchParams({
      grant_type: GRANT,
      assertion: assertion({ aud: 'https://oauth2.googleapis.com/token' }),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const asked = { ca: fakes.ca, body: body.toString() };
    expect((await askHttp1(fakes.addresses.tokenUri, { ...asked, headers })).status).toBe(400);
    const redirected = { ...headers, host: 'oauth2.googleapis.com' };
    expect((await askHttp1(fakes.addresses.tokenUri, { ...asked, headers: redirected })).status).toBe(200);
  });

  test("rules answer like Google's errors, and affect the token endpoint only if they name it", async () => {
    const fault = { kind: 'answer', status: 429, reason: 'QUOTA_EXCEEDED', retryAfterSeconds: 30 } as const;
    await fakes.misbehave({ provider: 'provider_a', nth: 1, fault });
    expect(await send()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '30' },
      json: { error: { status: 'RESOURCE_EXHAUSTED', details: [{ errorCode: 'QUOTA_EXCEEDED' }] } },
    });
    await fakes.misbehave({ target: 'oauth-token', fault: { kind: 'answer', status: 503 } });
    expect((await grant()).status).toBe(503);
  });
});
