import { describe, expect, test } from '@jest/globals';
import { signReceipt } from '../../src/crypto/receipt-token.js';
import { SdkApp } from '../sdk-api/sdk-app.js';
import { eachDatabase } from '../support/databases.js';

const MINUTE = 60_000;
const EVENT = { events: [{ code: 'reg' }] };

const register = (sdk: SdkApp, token: string, address?: string, app = sdk.app) =>
  sdk.call('POST', '/devices', { body: { token }, app, ...(address ? { address } : {}) });

const statuses = async (count: number, call: (n: number) => Promise<{ status: number }>): Promise<number[]> => {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await call(n)).status);
  return seen;
};

describe.each(eachDatabase())('a flood at /sdk/v1 ($name)', (kind) => {
  test('of registrations from one address gets 429 with retry-after and records nothing; others can register', async () => {
    await using sdk = await SdkApp.start(kind, 'provider_c', { registrationsPerAddress: 5 });
    expect(await statuses(5, (n) => register(sdk, `t${n}`))).toEqual([201, 201, 201, 201, 201]);
    const before = await sdk.contents();
    const refused = await register(sdk, 'more');
    expect(refused).toMatchObject({ status: 429, body: { error: expect.stringContaining('try again in') } });
    expect(Object.keys(refused.body).sort()).toEqual(['error', 'req_id']);
    expect(refused.body.req_id).toBe(refused.headers['x-request-id']);
    expect(refused.headers['content-type']).toMatch(/^application\/json/);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(120);
    expect(await sdk.contents()).toEqual(before);
    expect((await register(sdk, 'neighbour', '198.51.100.7')).status).toBe(201);
    expect(sdk.refused).toEqual(['registrations of address']);
    sdk.clock.advance(retryAfter * 1_000);
    expect((await register(sdk, 'more')).status).toBe(201);
  });

  test('from many addresses is limited per application, without affecting others', async () => {
    await using sdk = await SdkApp.start(kind, 'provider_c', { registrationsPerApp: 3 });
    const other = await sdk.makeApp('provider_c');
    expect(await statuses(5, (n) => register(sdk, `t${n}`, `203.0.113.${n}`))).toEqual([201, 201, 201, 429, 429]);
    expect((await register(sdk, 't', '203.0.113.1', other)).status).toBe(201);
  });

  test('from all addresses of one IPv6 /64 counts as one', async () => {
    await using sdk = await SdkApp.start(kind, 'provider_c', { registrationsPerAddress: 3 });
    const from = (n: number) => register(sdk, `t${n}`, `2001:db8:0:7::${n + 1}`);
    expect(await statuses(5, from)).toEqual([201, 201, 201, 429, 429]);
    expect((await register(sdk, 't', '2001:db8:0:8::1')).status).toBe(201);
  });

  test('of updates and deletions counts as registrations', async () => {
    await using sdk = await SdkApp.start(kind, 'provider_c', { registrationsPerAddress: 3 });
    const { device_id: id, device_secret: secret } = await sdk.register();
    const patch = () => sdk.call('PATCH', `/devices/${id}`, { body: { platform: 'x' }, secret });
    expect(await statuses(4, patch)).toEqual([204, 204, 429, 429]);
    expect((await sdk.call('DELETE', `/devices/${id}`, { secret })).status).toBe(429);
    const [row] = await sdk.database.query<{ active: number }>('SELECT active FROM device WHERE id = ?', [id]);
    expect(Number(row?.active)).toBe(1);
  });

  test('of events counts each event of a request, for the device, the address and the application', async () => {
    const limits = { eventsPerDevice: 10, eventsPerAddress: 30, eventsPerApp: 40 };
    await using sdk = await SdkApp.start(kind, 'provider_c', limits);
    const devices = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((token) => sdk.register({ token })));
    const report = (index: number, count: number, address = '192.0.2.1') =>
      sdk.call('POST', `/devices/${devices[index]?.device_id}/events`, {
        body: { events: Array.from({ length: count }, () => ({ code: 'reg' })) },
        secret: devices[index]?.device_secret ?? '',
        address,
      });
    expect((await report(0, 10)).status).toBe(202);
    expect((await report(0, 1)).status).toBe(429);
    expect((await report(1, 10)).status).toBe(202);
    expect((await report(2, 8)).status).toBe(202);
    expect((await report(3, 10)).status).toBe(429);
    expect((await report(4, 9, '192.0.2.2')).status).toBe(202);
    expect((await report(5, 9, '192.0.2.3')).status).toBe(429);
    expect(sdk.refused).toEqual(['events of device', 'events of address', 'events of app']);
    const [row] = await sdk.database.query<{ n: number }>(
      'SELECT SUM(count) AS n FROM device_event WHERE event_id = 2',
    );
    expect(Number(row?.n)).toBe(37);
  });

  test('of events from a caller without the secret does not use up the device’s budget', async () => {
    await using sdk = await SdkApp.start(kind, 'provider_c', { eventsPerDevice: 3 });
    const { device_id: id, device_secret: secret } = await sdk.register();
    const report = (by: string) => sdk.call('POST', `/devices/${id}/events`, { body: EVENT, secret: by });
    expect(await statuses(5, () => report('wrong'))).toEqual([401, 401, 401, 429, 429]);
    expect((await report(secret)).status).toBe(202);
  });

  test('of receipts gets 429 and counts nothing', async () => {
    await using sdk = await SdkApp.start(kind, 'provider_c', { receiptsPerAddress: 2 });
    const { device_id: id } = await sdk.register();
    await sdk.addRun(1);
    const receipt = (pushId: number) =>
      signReceipt(sdk.keyring, { runId: 1, pushId, deviceId: Number(id), appId: sdk.app.id });
    const send = (n: number) => sdk.call('POST', '/receipts', { body: { receipt: receipt(1 + n), kind: 'clicked' } });
    expect(await statuses(4, send)).toEqual([204, 204, 429, 429]);
    expect((await sdk.contents()).receipt).toHaveLength(2);
  });

  test('of bad secrets or unknown applications is refused without a database lookup', async () => {
    await using sdk = await SdkApp.start(kind, 'provider_c', { badSecretsPerAddress: 4 });
    const { device_id: id, device_secret: secret } = await sdk.register();
    const patch = (by: string, address?: string) =>
      sdk.call('PATCH', `/devices/${id}`, { body: {}, secret: by, ...(address ? { address } : {}) });
    expect(await statuses(2, () => patch('wrong'))).toEqual([401, 401]);
    const unknown = { serviceId: '00000000-0000-4000-8000-000000000000' };
    expect(await statuses(2, () => sdk.call('GET', '/vapidkey', { app: unknown }))).toEqual([404, 404]);
    const before = sdk.database.statements.count;
    for (const answer of [await patch(secret), await sdk.call('GET', '/vapidkey', { app: unknown })]) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(sdk.database.statements.count).toBe(before);
    expect((await patch(secret, '198.51.100.7')).status).toBe(204);
    sdk.clock.advance(2 * MINUTE);
    expect((await patch(secret)).status).toBe(204);
  });

  test("of new tags ends at the application's limit with the reason; known tags and the server continue", async () => {
    await using sdk = await SdkApp.start(kind, 'provider_c', { newTagsPerApp: 3 });
    const { caller, app, services } = sdk;
    const byServer = (audiences: string[]) => services.deviceBulk.register(caller, app.id, [{ token: 's', audiences }]);
    await byServer(['of-the-server-1', 'of-the-server-2']);
    const { device_id: id, device_secret: secret } = await sdk.register({ token: 'a', audiences: ['1', '2'] });
    const before = await sdk.contents();
    const refused = await sdk.call('POST', '/devices', { body: { token: 'b', audiences: ['1', '3', '4'] } });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('have already created 3') } });
    expect(await sdk.contents()).toEqual(before);
    const patch = (audiences: string[]) => sdk.call('PATCH', `/devices/${id}`, { body: { audiences }, secret });
    expect((await patch(['1', '3', 'of-the-server-1'])).status).toBe(204);
    expect((await patch(['5'])).status).toBe(400);
    expect(await byServer(['6', '7'])).toMatchObject([{ result: { created: false } }]);
    const other = await sdk.makeApp('provider_c');
    expect((await sdk.call('POST', '/devices', { body: { token: 'a', audiences: ['8'] }, app: other })).status).toBe(
      201,
    );
    expect(sdk.refused).toEqual(['new_tags of app', 'new_tags of app']);
  });
});

describe.each(eachDatabase().slice(0, 1))('before a body is read', (kind) => {
  const huge = 'x'.repeat(70_000);

  test('an unknown application is 404 and a wrong secret 401, whatever the body', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id: id } = await sdk.register();
    for (const serviceId of ['00000000-0000-4000-8000-000000000000', 'not-one', 'ä']) {
      for (const path of ['/devices', '/receipts', `/devices/${id}/events`]) {
        for (const body of ['{', huge]) {
          const answer = await sdk.call('POST', path, { body, app: { serviceId: encodeURIComponent(serviceId) } });
          expect(answer.status).toBe(404);
        }
      }
    }
    for (const body of ['{', huge]) {
      expect((await sdk.call('PATCH', `/devices/${id}`, { body, secret: 'wrong' })).status).toBe(401);
      expect((await sdk.call('PATCH', '/devices/999', { body, secret: 'wrong' })).status).toBe(404);
    }
  });

  test('a body over 64 KiB gets 413 on every route, and one of 64 KiB does not', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id: id, device_secret: secret } = await sdk.register();
    const pad = (bytes: number): string => `{"pad":"${'x'.repeat(bytes - 10)}"}`;
    for (const [method, path] of [
      ['POST', '/devices'],
      ['PATCH', `/devices/${id}`],
      ['POST', `/devices/${id}/events`],
      ['POST', '/receipts'],
    ] as const) {
      const refused = await sdk.call(method, path, { body: pad(65_537), secret });
      expect(refused).toMatchObject({ status: 413, body: { error: expect.stringContaining('64 KiB') } });
      expect((await sdk.call(method, path, { body: pad(65_536), secret })).status).not.toBe(413);
    }
  });
});
