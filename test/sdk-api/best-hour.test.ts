import { describe, expect, test } from '@jest/globals';
import { signReceipt } from '../../src/crypto/receipt-token.js';
import { activeSubjectOf, readAppCurve } from '../../src/delivery/judgement/active-hours.js';
import { purgeDeletedUsers } from '../../src/delivery/upkeep/purge-users.js';
import { Retention } from '../../src/delivery/upkeep/retention.js';
import { purgeUser } from '../../src/services/devices/purge-person.js';
import { eachDatabase } from '../support/databases.js';
import { SdkApp } from './sdk-app.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The weights by local hour, of a user or of a device without one. */
const hoursOf = async (sdk: SdkApp, deviceId: string, externalUserId: string | null = null) => {
  const subject = activeSubjectOf(sdk.caller.userId, { deviceId: Number(deviceId), externalUserId });
  const sql = 'SELECT hour, weight FROM active_hour WHERE subject = ? ORDER BY hour';
  const rows = await sdk.database.query<{ hour: number; weight: number }>(sql, [subject]);
  return Object.fromEntries(rows.map(({ hour, weight }) => [Number(hour), Number(weight)]));
};

describe.each(eachDatabase())('sessions and clicks on $name', (kind) => {
  test("a session begins after 30 minutes of silence, and counts in the device's local hour", async () => {
    await using sdk = await SdkApp.start(kind);
    const hour = new Date(sdk.clock.now()).getUTCHours();
    const { device_id: id, device_secret: secret } = await sdk.register({ token: 't', timezone: 'Asia/Tokyo' });
    await sdk.services.customEvents.create(sdk.caller, { code: 'buy', name: 'Buy' });
    const local = (hour + 9) % 24;
    expect(await hoursOf(sdk, id)).toEqual({ [local]: 1 });
    const patch = () => sdk.call('PATCH', `/devices/${id}`, { body: { language: 'de' }, secret });
    const report = () => sdk.call('POST', `/devices/${id}/events`, { body: { events: [{ code: 'buy' }] }, secret });
    sdk.clock.advance(29 * MINUTE);
    expect((await patch()).status).toBe(204);
    expect((await report()).status).toBe(202);
    expect(await hoursOf(sdk, id)).toEqual({ [local]: 1 });
    sdk.clock.advance(31 * MINUTE);
    expect((await Promise.all([report(), report()])).map(({ status }) => status)).toEqual([202, 202]);
    expect(await hoursOf(sdk, id)).toEqual({ [local]: 1, [(local + 1) % 24]: 1 });
    sdk.clock.advance(HOUR);
    await sdk.call('POST', '/devices', { body: { token: 't', timezone: 'UTC' }, secret });
    expect(await hoursOf(sdk, id)).toEqual({ [local]: 1, [(local + 1) % 24]: 1, [hour + 2]: 1 });
  });

  test("a click counts 3, once, for the device's user, in the account's zone if the device has none", async () => {
    await using sdk = await SdkApp.start(kind);
    await sdk.services.users.configure(sdk.caller.userId, { timeZone: 'America/New_York' });
    await sdk.addRun(7);
    const { device_id: id } = await sdk.register({ token: 't', external_user_id: 'ann' });
    const { device_id: other } = await sdk.register({ token: 'u', external_user_id: 'ann' });
    const hour = (new Date(sdk.clock.now()).getUTCHours() + 24 - 5) % 24;
    const receipt = signReceipt(sdk.keyring, { appId: sdk.app.id, runId: 7, pushId: 3, deviceId: Number(id) });
    for (const what of ['delivered', 'clicked', 'clicked', 'dismissed']) {
      await sdk.call('POST', '/receipts', { body: { receipt, kind: what } });
    }
    expect(await hoursOf(sdk, id, 'ann')).toEqual({ [hour]: 1 + 1 + 3 });
    expect(await hoursOf(sdk, other)).toEqual({});
    const of = { userId: sdk.caller.userId, appId: sdk.app.id, now: sdk.clock.now() };
    expect((await readAppCurve(sdk.database, of))[hour]).toBe(5);
  });

  test('requests from the server are not sessions', async () => {
    await using sdk = await SdkApp.start(kind);
    const rows = () => sdk.database.query<{ weight: number }>('SELECT weight FROM active_hour');
    await sdk.services.devices.registerMany(sdk.app, [{ token: 'server' }], { startSends: true });
    expect(await rows()).toEqual([]);
    const { device_id: id } = await sdk.register();
    const before = await rows();
    sdk.clock.advance(2 * HOUR);
    await sdk.services.ownDevices.update(sdk.caller, Number(id), { language: 'de' });
    expect(await rows()).toEqual(before);
  });

  test('are all counted if many devices of one user report at once', async () => {
    await using sdk = await SdkApp.start(kind);
    const hour = new Date(sdk.clock.now()).getUTCHours();
    const register = (index: number) => sdk.register({ token: `t-${index}`, external_user_id: 'ann' });
    const devices = await Promise.all(Array.from({ length: 20 }, (_, index) => register(index)));
    await sdk.addRun(7);
    const click = (deviceId: string) => {
      const claims = { appId: sdk.app.id, runId: 7, pushId: 3, deviceId: Number(deviceId) };
      const receipt = signReceipt(sdk.keyring, claims);
      return sdk.call('POST', '/receipts', { body: { receipt, kind: 'clicked' } });
    };
    const answers = await Promise.all(devices.map(({ device_id }) => click(device_id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await hoursOf(sdk, '0', 'ann')).toEqual({ [hour]: 20 * (1 + 3) });
    const of = { userId: sdk.caller.userId, appId: sdk.app.id, now: sdk.clock.now() };
    expect((await readAppCurve(sdk.database, of))[hour]).toBe(80);
  });

  test('are deleted with their device, user or account, and after a year without activity', async () => {
    await using sdk = await SdkApp.start(kind);
    const { database, clock, services, caller } = sdk;
    const { device_id: first } = await sdk.register({ token: 'a' });
    const { device_id: second } = await sdk.register({ token: 'b', external_user_id: 'ann' });
    await services.ownDevices.delete(caller, Number(first));
    expect(await hoursOf(sdk, first)).toEqual({});
    await services.ownDevices.delete(caller, Number(second));
    expect(Object.values(await hoursOf(sdk, second, 'ann'))).toEqual([1]);
    await purgeUser(database, { userId: caller.userId, externalId: 'ann' });
    expect(await hoursOf(sdk, second, 'ann')).toEqual({});

    const count = async () => (await database.query('SELECT * FROM active_hour')).length;
    const config = { historyRetentionDays: 9_999, runRetentionDays: 9_999, inactiveDeviceRetentionDays: 9_999 };
    const log = { info: () => undefined };
    const deps = { database, clock, log, config: { ...config, timeToLiveSeconds: 86_400 } };
    const retention = new Retention(deps as unknown as ConstructorParameters<typeof Retention>[0]);
    const { signal } = new AbortController();
    const before = await count();
    expect(before).toBeGreaterThan(0);
    clock.advance(360 * DAY);
    await retention.run(signal);
    expect(await count()).toBe(before);
    clock.advance(30 * DAY);
    await retention.run(signal);
    expect(await count()).toBe(0);

    await sdk.register({ token: 'c' });
    expect(await count()).toBeGreaterThan(0);
    await services.users.delete(caller.userId, null);
    await purgeDeletedUsers(database, signal);
    expect(await count()).toBe(0);
  });
});
