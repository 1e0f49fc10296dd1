import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { SdkApp } from './sdk-app.js';

const POINT = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
const KEYS = { p256dh: POINT, auth: Buffer.alloc(16, 1).toString('base64url') };
const ENDPOINT = 'https://push.example.com/x';

/** The invalid input, and the field that the answer must name. */
const BAD_ATTRIBUTES: readonly (readonly [object, string])[] = [
  [{ language: 'not a language' }, 'language'],
  [{ language: '' }, 'language'],
  [{ language: 5 }, 'language'],
  [{ country: 'XX' }, 'country'],
  [{ country: 'USA' }, 'country'],
  [{ country: ['US'] }, 'country'],
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
  [{ timezone: '+02:00' }, 'timezone'],
  [{ external_user_id: '' }, 'external_user_id'],
  [{ external_user_id: 'x'.repeat(256) }, 'external_user_id'],
  [{ external_user_id: 'bob ' }, 'external_user_id'],
  [{ external_user_id: 'b\u0000b' }, 'external_user_id'],
  [{ external_user_id: '\ud800' }, 'external_user_id'],
  [{ audiences: 'vip' }, 'audiences'],
  [{ audiences: [''] }, 'audiences'],
  [{ audiences: [1] }, 'audiences'],
  [{ audiences: ['vip '] }, 'audiences'],
  [{ audiences: ['vip|new'] }, 'audiences'],
  [{ audiences: ['x'.repeat(256)] }, 'audiences'],
  [{ audiences: Array.from({ length: 1001 }, (_, index) => `tag ${index}`) }, 'audiences'],
  [{ platform: 'x'.repeat(65) }, 'platform'],
  [{ app_version: 'x'.repeat(65) }, 'app_version'],
];

const BAD_TOKENS: readonly (readonly [object, string])[] = [
  [{}, 'token'],
  [{ token: '' }, 'token'],
  [{ token: 'with space' }, 'token'],
  [{ token: 'ü' }, 'token'],
  [{ token: 'x'.repeat(4097) }, 'token'],
  [{ token: 5 }, 'token'],
  [{ token: null }, 'token'],
  [{ subscription_id: 'x' }, 'token'],
  [{ subscription: { endpoint: ENDPOINT, keys: KEYS } }, 'token'],
];

const BAD_SUBSCRIPTION_IDS: readonly (readonly [object, string])[] = [
  [{}, 'subscription_id'],
  [{ token: crypto.randomUUID() }, 'subscription_id'],
  ...[
    '',
    's1',
    'x'.repeat(36),
    `${crypto.randomUUID()}0`,
    `{${crypto.randomUUID()}}`,
    '0'.repeat(32),
    ' '.repeat(36),
  ].map((id) => [{ subscription_id: id }, 'subscription_id'] as const),
];

const BAD_SUBSCRIPTIONS: readonly (readonly [object, string])[] = [
  [{ token: 'x' }, 'subscription'],
  [{ subscription: {} }, 'subscription.endpoint'],
  [{ subscription: { endpoint: ENDPOINT } }, 'subscription.keys'],
  [{ subscription: { endpoint: 'http://push.example.com/x', keys: KEYS } }, 'subscription.endpoint'],
  [{ subscription: { endpoint: 'https://10.0.0.1/x', keys: KEYS } }, 'subscription.endpoint'],
  [{ subscription: { endpoint: 'https://[::1]/x', keys: KEYS } }, 'subscription.endpoint'],
  [{ subscription: { endpoint: 'https://localhost/x', keys: KEYS } }, 'subscription.endpoint'],
  [{ subscription: { endpoint: 'https://a:b@push.example.com/x', keys: KEYS } }, 'subscription.endpoint'],
  [{ subscription: { endpoint: 'https://push.example.com:22/x', keys: KEYS } }, 'subscription.endpoint'],
  [{ subscription: { endpoint: 'javascript:alert(1)', keys: KEYS } }, 'subscription.endpoint'],
  [{ subscription: { endpoint: ENDPOINT, keys: { ...KEYS, p256dh: 'AAAA' } } }, 'subscription.keys.p256dh'],
  [{ subscription: { endpoint: ENDPOINT, keys: { ...KEYS, p256dh: `${POINT}!` } } }, 'subscription.keys.p256dh'],
  [{ subscription: { endpoint: ENDPOINT, keys: { ...KEYS, auth: 'AAAA' } } }, 'subscription.keys.auth'],
];

const BAD_EVENTS: readonly (readonly [unknown, string])[] = [
  [{}, 'events'],
  [{ events: {} }, 'events'],
  [{ events: ['reg'] }, 'events'],
  [{ events: [{}] }, 'code'],
  [{ events: [{ code: 5 }] }, 'code'],
  [{ events: [{ code: 'reg', id: '' }] }, 'id'],
  [{ events: [{ code: 'reg', id: 'x'.repeat(129) }] }, 'id'],
  [{ events: [{ code: 'reg', id: 'x ' }] }, 'id'],
  [{ events: [{ code: 'reg', occurred_at: 'yesterday' }] }, 'occurred_at'],
  [{ events: [{ code: 'reg', occurred_at: '2026-13-01T00:00:00Z' }] }, 'occurred_at'],
  [{ events: [{ code: 'reg', occurred_at: '2026-11-01' }] }, 'occurred_at'],
  [{ events: [{ code: 'reg', occurred_at: 1_700_000_000 }] }, 'occurred_at'],
];

const NO_JSON = ['', '{', 'null', '[]', '5', '"text"', '{"token":"a"'];

describe.each(eachDatabase())('bad input to the SDK API on $name', (kind) => {
  let sdk: SdkApp;
  let web: SdkApp;
  beforeAll(async () => {
    sdk = await SdkApp.start(kind);
    web = await SdkApp.start(kind, 'webpush');
  });
  afterAll(() => Promise.all([sdk[Symbol.asyncDispose](), web[Symbol.asyncDispose]()]));

  const expectRefused = async (
    at: SdkApp,
    [method, path, secret]: readonly ['POST' | 'PATCH', string, string?],
    [body, field]: readonly [unknown, string],
  ) => {
    const answer = await at.call(method, path, { body, ...(secret === undefined ? {} : { secret }) });
    expect({ body, status: answer.status, error: answer.body.error }).toEqual({
      body,
      status: 400,
      error: expect.stringContaining(field),
    });
  };

  test('is refused with the name of the field, at registration and at an update, and nothing is written', async () => {
    const { device_id, device_secret: secret } = await sdk.register({ token: 'known' });
    const before = await sdk.contents();
    for (const bad of BAD_TOKENS) await expectRefused(sdk, ['POST', '/devices'], bad);
    for (const [attributes, field] of BAD_ATTRIBUTES) {
      await expectRefused(sdk, ['POST', '/devices'], [{ token: 'new', ...attributes }, field]);
      await expectRefused(sdk, ['POST', '/devices', secret], [{ token: 'known', ...attributes }, field]);
      await expectRefused(sdk, ['PATCH', `/devices/${device_id}`, secret], [attributes, field]);
    }
    for (const bad of BAD_TOKENS.slice(2, 6)) await expectRefused(sdk, ['PATCH', `/devices/${device_id}`, secret], bad);
    expect(await sdk.contents()).toEqual(before);
  });

  test('in a subscription is refused with the name of the field, and nothing is written', async () => {
    for (const bad of BAD_SUBSCRIPTIONS) await expectRefused(web, ['POST', '/devices'], bad);
    expect((await web.contents()).device).toEqual([]);
  });

  test("in OneSignal's subscription id is refused unless it is a UUID, even in an update and from the server", async () => {
    await using b = await SdkApp.start(kind, 'provider_b');
    const id = crypto.randomUUID();
    const { device_id, device_secret: secret } = await b.register({ subscription_id: id.toUpperCase() });
    const before = await b.contents();
    expect(before.device).toMatchObject([{ token: id }]);
    for (const bad of BAD_SUBSCRIPTION_IDS) await expectRefused(b, ['POST', '/devices'], bad);
    for (const bad of BAD_SUBSCRIPTION_IDS.slice(1))
      await expectRefused(b, ['PATCH', `/devices/${device_id}`, secret], bad);
    const byServer = await b.services.deviceBulk.register(b.caller, b.app.id, [{ subscriptionId: 's1' }]);
    expect(byServer).toMatchObject([{ refused: { details: { violations: [{ field: 'subscription_id' }] } } }]);
    expect(await b.contents()).toEqual(before);
    expect((await b.call('POST', '/devices', { body: { subscription_id: id }, secret })).status).toBe(200);
  });

  test('in events and receipts is refused with the name of the field, and nothing is written', async () => {
    const { device_id, device_secret: secret } = await sdk.register({ token: 'eventful' });
    const before = await sdk.contents();
    for (const bad of BAD_EVENTS) await expectRefused(sdk, ['POST', `/devices/${device_id}/events`, secret], bad);
    await expectRefused(sdk, ['POST', '/receipts'], [{ kind: 'clicked' }, 'receipt']);
    await expectRefused(sdk, ['POST', '/receipts'], [{ receipt: 'x' }, 'kind']);
    await expectRefused(sdk, ['POST', '/receipts'], [{ receipt: 5, kind: 'clicked' }, 'receipt']);
    expect(await sdk.contents()).toEqual(before);
  });

  test('that is not a JSON object is refused on every route, and nothing is written', async () => {
    const { device_id, device_secret: secret } = await sdk.register({ token: 'malformed' });
    const before = await sdk.contents();
    const routes = [
      ['POST', '/devices'],
      ['PATCH', `/devices/${device_id}`],
      ['POST', `/devices/${device_id}/events`],
      ['POST', '/receipts'],
    ] as const;
    for (const [method, path] of routes) {
      for (const body of NO_JSON) {
        const { status } = await sdk.call(method, path, { body, secret });
        expect({ path, body, status }).toEqual({ path, body, status: 400 });
      }
      const headers = { 'content-type': 'text/plain' };
      expect((await sdk.call(method, path, { body: '{}', secret, headers })).status).toBe(400);
    }
    expect(await sdk.contents()).toEqual(before);
  });
});

describe('CORS of the SDK API', () => {
  const [kind] = eachDatabase();
  if (!kind) throw new Error('SQLite is always there');

  test('admits every origin, and lets pages read refusals too', async () => {
    await using sdk = await SdkApp.start(kind);
    const preflight = (method: string, path: string) =>
      sdk.call('OPTIONS', path, {
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        },
      });
    for (const [method, path] of [
      ['POST', '/devices'],
      ['PATCH', '/devices/1'],
      ['DELETE', '/devices/1'],
      ['POST', '/devices/1/events'],
      ['POST', '/receipts'],
      ['GET', '/vapidkey'],
    ] as const) {
      const { status, headers } = await preflight(method, path);
      expect(status).toBe(204);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-methods']).toContain(method);
      expect(headers['access-control-allow-headers']).toBe('authorization,content-type');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    const headers = { origin: 'https://shop.example' };
    const refused = await sdk.call('POST', '/devices', { body: {}, headers });
    expect(refused.status).toBe(400);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    const missing = await sdk.call('GET', '/vapidkey', { headers });
    expect(missing.headers['access-control-allow-origin']).toBe('*');
    const plain = await sdk.call('OPTIONS', '/devices', { headers });
    expect(plain).toMatchObject({ status: 405, headers: { allow: 'POST' }, body: { req_id: expect.any(String) } });
    expect((await sdk.call('OPTIONS', '/nothing')).status).toBe(404);
    const outside = await sdk.server.inject({ method: 'GET', url: '/healthz', headers });
    expect(outside.headers['access-control-allow-origin']).toBeUndefined();
  });
});
