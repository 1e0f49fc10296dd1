import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { hashNetwork } from '../../src/crypto/network-hash.js';
import { signReceipt } from '../../src/crypto/receipt-token.js';
import { Device } from '../../src/entities/device.js';
import { DeviceZoneChange } from '../../src/entities/device-zone-change.js';
import { eachDatabase } from '../support/databases.js';
import { SdkApp } from './sdk-app.js';

const HOUR = 3_600_000;

const subscriptionKey = (): string => createECDH('prime256v1').generateKeys('base64url');

const ATTRIBUTES = {
  language: 'pt-br',
  country: 'br',
  timezone: 'america/sao_paulo',
  external_user_id: 'bob',
  audiences: ['vip', 'new', 'vip'],
  platform: 'ios',
  app_version: '1.2.3',
};

const tagsOf = async (sdk: SdkApp): Promise<string[]> => {
  const sql = 'SELECT t.name FROM device_tag d JOIN tag t ON t.id = d.tag_id ORDER BY t.name';
  return (await sdk.database.query<{ name: string }>(sql)).map((row) => row.name);
};

describe.each(eachDatabase())('devices of the SDK API on $name', (kind) => {
  test('a first registration returns an id and a secret, and is stored in canonical form', async () => {
    await using sdk = await SdkApp.start(kind);
    const answer = await sdk.call('POST', '/devices', { body: { token: 'token-1', ...ATTRIBUTES } });
    expect(answer).toMatchObject({
      status: 201,
      body: { device_id: expect.stringMatching(/^[1-9]\d*$/), device_secret: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(Object.keys(answer.body).sort()).toEqual(['device_id', 'device_secret']);
    const [device] = await sdk.database.reader.find(Device);
    expect(device).toMatchObject({
      token: 'token-1',
      language: 'pt-BR',
      country: 'BR',
      timezone: 'America/Sao_Paulo',
      externalUserId: 'bob',
      platform: 'ios',
      appVersion: '1.2.3',
      active: true,
      hasTags: true,
    });
    expect(await tagsOf(sdk)).toEqual(['new', 'vip']);
    expect(JSON.stringify(await sdk.contents())).not.toContain(answer.body.device_secret);
  });

  test('a browser is stored with a hash of its network and without its address; other devices have no hash', async () => {
    await using sdk = await SdkApp.start(kind, 'webpush');
    const keys = { p256dh: subscriptionKey(), auth: randomBytes(16).toString('base64url') };
    const register = async (address: string): Promise<void> => {
      const subscription = { endpoint: `https://push.example/${randomUUID()}`, keys };
      const body = { subscription, clientAddress: '192.0.2.1', registered_from: 'me' };
      expect(await sdk.call('POST', '/devices', { body, address })).toMatchObject({ status: 201 });
    };
    for (const address of ['198.51.100.7', '198.51.100.8', '203.0.113.9']) await register(address);
    const [first, second, third] = await sdk.database.reader.find(Device, { order: { id: 'ASC' } });
    expect(first?.registeredFrom).toBe(hashNetwork(sdk.keyring, '198.51.100.1'));
    expect(second?.registeredFrom).toBe(first?.registeredFrom);
    expect(third?.registeredFrom).not.toBe(first?.registeredFrom);
    expect(JSON.stringify(await sdk.contents())).not.toMatch(/198\.51\.100|203\.0\.113/);

    await using other = await SdkApp.start(kind, 'provider_c');
    await other.call('POST', '/devices', { body: { token: 'token-1' }, address: '198.51.100.7' });
    expect((await other.database.reader.find(Device))[0]?.registeredFrom).toBeNull();
  });

  test('a known token with its secret is refreshed without a new secret; omitted fields stay', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id, device_secret } = await sdk.register({ token: 'token-1', ...ATTRIBUTES });
    sdk.clock.advance(HOUR);
    const body = { token: 'token-1', language: 'en' };
    const answer = await sdk.call('POST', '/devices', { body, secret: device_secret });
    expect(answer).toMatchObject({ status: 200, body: { device_id } });
    expect(answer.body).toEqual({ device_id });
    const [device, ...others] = await sdk.database.reader.find(Device);
    expect(others).toEqual([]);
    expect(device).toMatchObject({ language: 'en', country: 'BR', externalUserId: 'bob' });
    expect(device?.tokenAt.getTime()).toBe(sdk.clock.now());
    expect(device?.seenAt.getTime()).toBe(sdk.clock.now());
    expect(await tagsOf(sdk)).toEqual(['new', 'vip']);
  });

  test('a known token without its secret gets a new secret, and the old one becomes invalid', async () => {
    await using sdk = await SdkApp.start(kind);
    const first = await sdk.register();
    const second = await sdk.register();
    expect(second.device_id).toBe(first.device_id);
    expect(second.device_secret).not.toBe(first.device_secret);
    const path = `/devices/${first.device_id}`;
    expect((await sdk.call('PATCH', path, { body: {}, secret: first.device_secret })).status).toBe(401);
    expect((await sdk.call('PATCH', path, { body: {}, secret: second.device_secret })).status).toBe(204);
  });

  test('a wrong secret is refused everywhere and changes nothing', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id } = await sdk.register();
    const before = await sdk.contents();
    sdk.clock.advance(HOUR);
    const body = { token: 'token-1', language: 'de' };
    const path = `/devices/${device_id}`;
    for (const secret of ['wrong', 'x'.repeat(255)]) {
      const answers = [
        await sdk.call('POST', '/devices', { body, secret }),
        await sdk.call('PATCH', path, { body, secret }),
        await sdk.call('DELETE', path, { secret }),
        await sdk.call('POST', `${path}/events`, { body: { events: [{ code: 'reg' }] }, secret }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401]);
      expect(answers[0]?.body).toEqual({ error: expect.any(String), req_id: expect.any(String) });
    }
    const without = [await sdk.call('PATCH', path, { body }), await sdk.call('DELETE', path)];
    expect(without.map((answer) => answer.status)).toEqual([401, 401]);
    expect(await sdk.contents()).toEqual(before);
  });

  test('an update changes only the given fields, and a new token replaces the old one', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id, device_secret: secret } = await sdk.register({ token: 'token-1', ...ATTRIBUTES });
    const path = `/devices/${device_id}`;
    expect((await sdk.call('PATCH', path, { body: { audiences: [] }, secret })).status).toBe(204);
    expect(await tagsOf(sdk)).toEqual([]);
    expect((await sdk.call('PATCH', path, { body: { token: 'token-2', timezone: 'UTC' }, secret })).status).toBe(204);
    const [device] = await sdk.database.reader.find(Device);
    expect(device).toMatchObject({ token: 'token-2', timezone: 'UTC', timezoneChangedAt: expect.any(Date) });
    const changes = await sdk.database.reader.find(DeviceZoneChange);
    expect(changes).toMatchObject([{ appId: sdk.app.id, deviceId: device?.id, zoneBefore: 'America/Sao_Paulo' }]);
    expect(changes[0]?.changedAt).toEqual(device?.timezoneChangedAt);
    expect(device).toMatchObject({ hasTags: false, country: 'BR' });
    expect((await sdk.call('POST', '/devices', { body: { token: 'token-2' }, secret })).status).toBe(200);
  });

  test('every change of zone is stored, whichever request makes it, and is deleted with the device', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id, device_secret: secret } = await sdk.register({ token: 'token-1' });
    const register = (body: object) => sdk.call('POST', '/devices', { body: { token: 'token-1', ...body }, secret });
    const patch = (body: object) => sdk.call('PATCH', `/devices/${device_id}`, { body, secret });
    const changes: (() => Promise<unknown>)[] = [
      () => register({ timezone: 'Asia/Tokyo' }),
      () => register({ timezone: 'asia/tokyo' }),
      () => patch({ language: 'en' }),
      () => patch({ timezone: 'Europe/Berlin' }),
      () => patch({ token: 'token-2', timezone: 'America/New_York' }),
      () => patch({ token: 'token-1', timezone: 'UTC' }),
    ];
    for (const change of changes) {
      sdk.clock.advance(HOUR);
      await change();
    }
    const history = () => sdk.database.reader.find(DeviceZoneChange, { order: { changedAt: 'ASC' } });
    const zones = (await history()).map(({ deviceId, zoneBefore }) => [String(deviceId), zoneBefore]);
    expect(zones).toEqual(['UTC', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York'].map((zone) => [device_id, zone]));
    const next = await sdk.register({ token: 'token-2' });
    const body = { token: 'token-1', timezone: 'Asia/Tokyo' };
    await sdk.call('PATCH', `/devices/${next.device_id}`, { body, secret: next.device_secret });
    expect((await history()).map(({ deviceId }) => String(deviceId))).toEqual([next.device_id]);
  });

  test('each of several concurrent zone changes sees the result of the previous one', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id, device_secret: secret } = await sdk.register({ token: 'token-1', timezone: 'Asia/Tokyo' });
    const zones = ['Europe/Berlin', 'Europe/Paris', 'Europe/Rome', 'Europe/Madrid'];
    const now = sdk.clock.now.bind(sdk.clock);
    sdk.clock.now = () => {
      sdk.clock.advance(1);
      return now();
    };
    await Promise.all(
      zones.map((timezone) => sdk.call('PATCH', `/devices/${device_id}`, { body: { timezone }, secret })),
    );
    const [device] = await sdk.database.reader.find(Device);
    const changes = await sdk.database.reader.find(DeviceZoneChange, { order: { changedAt: 'ASC' } });
    const inOrder = [...changes.map((change) => change.zoneBefore), device?.timezone];
    expect(inOrder[0]).toBe('Asia/Tokyo');
    expect(inOrder.toSorted()).toEqual(['Asia/Tokyo', ...zones].sort());
  });

  test('a token that moves to another device is removed from its former row', async () => {
    await using sdk = await SdkApp.start(kind);
    const first = await sdk.register({ token: 'token-1', audiences: ['a'] });
    const second = await sdk.register({ token: 'token-2', audiences: ['b'] });
    const body = { token: 'token-1' };
    const moved = await sdk.call('PATCH', `/devices/${second.device_id}`, { body, secret: second.device_secret });
    expect(moved.status).toBe(204);
    const devices = await sdk.database.reader.find(Device);
    expect(devices.map((device) => [String(device.id), device.token])).toEqual([[second.device_id, 'token-1']]);
    expect(await tagsOf(sdk)).toEqual(['b']);
    const gone = await sdk.call('PATCH', `/devices/${first.device_id}`, { body: {}, secret: first.device_secret });
    expect(gone.status).toBe(404);
  });

  test('concurrent registrations and updates with one token leave one device', async () => {
    await using sdk = await SdkApp.start(kind);
    for (let round = 0; round < 5; round += 1) {
      const other = await sdk.register({ token: `other-${round}` });
      const body = { token: `token-${round}` };
      const answers = await Promise.all([
        sdk.call('POST', '/devices', { body }),
        sdk.call('POST', '/devices', { body }),
        sdk.call('PATCH', `/devices/${other.device_id}`, { body, secret: other.device_secret }),
        sdk.call('POST', '/devices', { body }),
      ]);
      for (const { status } of answers) expect([201, 204]).toContain(status);
      const devices = await sdk.database.reader.find(Device);
      expect(devices.filter((device) => device.token === body.token)).toHaveLength(1);
    }
  });

  test('concurrent equal updates to a new token all succeed, and the device stays', async () => {
    await using sdk = await SdkApp.start(kind);
    for (let round = 0; round < 5; round += 1) {
      const { device_id: id, device_secret: secret } = await sdk.register({
        token: `old-${round}`,
        audiences: ['vip'],
      });
      const body = { token: `new-${round}` };
      const change = () => sdk.call('PATCH', `/devices/${id}`, { body, secret });
      const answers = await Promise.all(Array.from({ length: 10 }, change));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
      const left = await sdk.database.reader.findBy(Device, { token: body.token });
      expect(left.map((device) => String(device.id))).toEqual([id]);
    }
  });

  test('an unregistered device does not exist for its holder, records nothing, and stays visible to its owner', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id, device_secret: secret } = await sdk.register({ token: 'token-1', external_user_id: 'u1' });
    const path = `/devices/${device_id}`;
    const event = { body: { events: [{ code: 'reg', id: 'e1' }] }, secret };
    expect((await sdk.call('POST', `${path}/events`, event)).status).toBe(202);
    expect((await sdk.call('DELETE', path, { secret })).status).toBe(204);
    await sdk.addRun(1);
    const claims = { runId: 1, pushId: 1, deviceId: Number(device_id), appId: sdk.app.id };
    const before = await sdk.contents();
    const receipt = { receipt: signReceipt(sdk.keyring, claims), kind: 'clicked' };
    for (const [method, at, body, status] of [
      ['PATCH', path, { platform: 'x' }, 404],
      ['PATCH', path, { token: 'token-1' }, 404],
      ['DELETE', path, undefined, 404],
      ['POST', `${path}/events`, event.body, 404],
      ['POST', '/receipts', receipt, 204],
    ] as const) {
      expect((await sdk.call(method, at, { body, secret })).status).toBe(status);
    }
    const { caller, app, services } = sdk;
    const subject = { deviceId: device_id, externalUserId: null, events: [{ code: 'reg' }] };
    expect(await services.deviceBulk.track(caller, app.id, [subject])).toMatchObject([{ refused: { status: 404 } }]);
    expect(await sdk.contents()).toEqual(before);
    const [gone] = await sdk.database.reader.find(Device);
    expect(gone).toMatchObject({ active: false, inactiveReason: 'unregistered', externalUserId: 'u1', token: '' });
  });

  test('registering the same token again, with the old secret or from its server, creates a new device', async () => {
    await using sdk = await SdkApp.start(kind);
    const first = await sdk.register({ token: 'token-1', external_user_id: 'u1', audiences: ['vip'] });
    await sdk.call('DELETE', `/devices/${first.device_id}`, { secret: first.device_secret });
    const answer = await sdk.call('POST', '/devices', { body: { token: 'token-1' }, secret: first.device_secret });
    expect(answer).toMatchObject({ status: 201, body: { device_secret: expect.any(String) } });
    expect([answer.body.device_id, answer.body.device_secret]).not.toContain(first.device_id);
    expect(answer.body.device_secret).not.toBe(first.device_secret);
    const [, second] = await sdk.database.reader.find(Device, { order: { id: 'ASC' } });
    expect(second).toMatchObject({ active: true, externalUserId: null, hasTags: false });
    expect(await sdk.database.query('SELECT count FROM device_event WHERE event_id = 1')).toHaveLength(2);
    await sdk.call('DELETE', `/devices/${answer.body.device_id}`, { secret: answer.body.device_secret });
    const { caller, app, services } = sdk;
    const third = await services.deviceBulk.register(caller, app.id, [{ token: 'token-1' }]);
    expect(third).toMatchObject([{ result: { created: true } }]);
  });

  test('unregistering a device during its requests leaves nothing half done', async () => {
    await using sdk = await SdkApp.start(kind);
    for (let round = 0; round < 10; round += 1) {
      const token = `token-${round}`;
      const { device_id: id, device_secret: secret } = await sdk.register({ token });
      const answers = await Promise.all([
        sdk.call('PATCH', `/devices/${id}`, { body: { token, timezone: 'UTC' }, secret }),
        sdk.call('POST', '/devices', { body: { token }, secret }),
        sdk.call('DELETE', `/devices/${id}`, { secret }),
        sdk.call('POST', `/devices/${id}/events`, { body: { events: [{ code: 'reg' }] }, secret }),
        sdk.call('POST', '/devices', { body: { token } }),
      ]);
      expect(answers.every(({ status }) => [200, 201, 202, 204, 401, 404].includes(status))).toBe(true);
      const rows = await sdk.database.reader.findBy(Device, { token });
      expect(rows.length).toBeLessThanOrEqual(1);
      const old = await sdk.database.reader.findOneByOrFail(Device, { id: Number(id) });
      if (answers[2]?.status === 204) expect(old).toMatchObject({ active: false, token: '' });
    }
  });

  test('an archived, deleted or unknown application does not exist until it is restored', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id, device_secret: secret } = await sdk.register();
    const path = `/devices/${device_id}`;
    const all = (app = sdk.app) => [
      sdk.call('POST', '/devices', { body: { token: 'token-1' }, secret, app }),
      sdk.call('PATCH', path, { body: {}, secret, app }),
      sdk.call('DELETE', path, { secret, app }),
      sdk.call('POST', `${path}/events`, { body: { events: [{ code: 'reg' }] }, secret, app }),
      sdk.call('POST', '/receipts', { body: { receipt: 'x', kind: 'clicked' }, app }),
      sdk.call('GET', '/vapidkey', { app }),
    ];
    const statuses = async (app = sdk.app) => (await Promise.all(all(app))).map((answer) => answer.status);
    await sdk.services.apps.archive(sdk.caller, sdk.app.id);
    expect(await statuses()).toEqual(Array(6).fill(404));
    for (const serviceId of [crypto.randomUUID(), '%C3%A9', '%F0%9F%98%80', 'x'.repeat(500), "'"]) {
      expect(await statuses({ ...sdk.app, serviceId })).toEqual(Array(6).fill(404));
    }
    await sdk.services.apps.unarchive(sdk.caller, sdk.app.id);
    expect((await sdk.call('PATCH', path, { body: {}, secret })).status).toBe(204);
    await sdk.services.apps.delete(sdk.caller, sdk.app.id);
    expect(await statuses()).toEqual(Array(6).fill(404));
  });

  test('an invalid id and a device of another application are not found', async () => {
    await using sdk = await SdkApp.start(kind);
    const { device_id, device_secret: secret } = await sdk.register();
    const other = await sdk.makeApp('provider_c');
    for (const id of ['0', '-1', 'x', '1e3', '9'.repeat(30), '01', '%00']) {
      expect((await sdk.call('PATCH', `/devices/${id}`, { body: {}, secret })).status).toBe(404);
    }
    expect((await sdk.call('PATCH', `/devices/${device_id}`, { body: {}, secret, app: other })).status).toBe(404);
  });

  test('a webpush application accepts subscriptions and returns its VAPID key; others have none', async () => {
    await using sdk = await SdkApp.start(kind, 'webpush');
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
    const keys = { p256dh, auth: Buffer.alloc(16, 1).toString('base64url') };
    await sdk.register({ subscription: { endpoint: 'https://push.example.com/x', keys } });
    const key = await sdk.call('GET', '/vapidkey');
    expect(key).toMatchObject({ status: 200, body: { vapid_key_public: sdk.app.vapidKeyPublic } });
    expect(Buffer.from(key.body.vapid_key_public, 'base64url')).toHaveLength(65);
    const other = await sdk.makeApp('provider_c');
    expect((await sdk.call('GET', '/vapidkey', { app: other })).status).toBe(404);
  });
});
