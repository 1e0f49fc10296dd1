import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Device } from '../../src/entities/device.js';
import type { AttributeType } from '../../src/ports/attributes.js';
import { eachDatabase, type TestDatabaseKind } from '../support/databases.js';
import { SdkApp } from './sdk-app.js';

const KEYS: readonly [name: string, type: AttributeType, writable: boolean][] = [
  ['favourite_team', 'STRING', true],
  ['orders', 'NUMBER', true],
  ['newsletter', 'BOOLEAN', true],
  ['trial_ends', 'DATE', true],
  ['teams', 'LIST', true],
  ['plan', 'STRING', false],
];

const start = async (kind: TestDatabaseKind): Promise<SdkApp> => {
  const sdk = await SdkApp.start(kind);
  await sdk.define(KEYS);
  return sdk;
};

const deviceOf = (sdk: SdkApp, token = 'token-1'): Promise<Device> =>
  sdk.database.reader.findOneByOrFail(Device, { token });

const definitionsOf = async (sdk: SdkApp): Promise<number> =>
  Number((await sdk.database.query<{ n: number }>('SELECT COUNT(*) AS n FROM attribute_definition'))[0]?.n);

describe.each(eachDatabase())('attributes that devices report, on $name', (kind) => {
  test('registration, refresh and update change only the given keys; null removes one', async () => {
    await using sdk = await start(kind);
    const attributes = {
      favourite_team: 'Reds',
      orders: 3,
      newsletter: true,
      teams: ['Reds'],
      trial_ends: '2026-12-31',
    };
    const { device_id: id, device_secret: secret } = await sdk.register({ token: 'token-1', attributes });
    const stored = { ...attributes, trial_ends: '2026-12-31T00:00:00.000Z' };
    expect(await deviceOf(sdk)).toMatchObject({ attributes: stored, ownAttributes: stored });

    const body = { token: 'token-1', attributes: { orders: 4, teams: null } };
    expect((await sdk.call('POST', '/devices', { body, secret })).status).toBe(200);
    const { teams: _, ...rest } = stored;
    expect((await deviceOf(sdk)).ownAttributes).toEqual({ ...rest, orders: 4 });

    const change = { attributes: { favourite_team: null, newsletter: null, trial_ends: null, orders: 5 } };
    expect((await sdk.call('PATCH', `/devices/${id}`, { body: change, secret })).status).toBe(204);
    expect((await deviceOf(sdk)).ownAttributes).toEqual({ orders: 5 });

    for (const unchanged of [{ language: 'de' }, { attributes: null }, { attributes: {} }]) {
      expect((await sdk.call('PATCH', `/devices/${id}`, { body: unchanged, secret })).status).toBe(204);
    }
    expect(await deviceOf(sdk)).toMatchObject({ language: 'de', attributes: { orders: 5 } });
  });

  test('a key that devices may not write is refused with advice, and nothing is recorded or defined', async () => {
    await using sdk = await start(kind);
    const { device_id: id, device_secret: secret } = await sdk.register({ token: 'token-1' });
    const [before, keys] = [await sdk.contents(), await definitionsOf(sdk)];
    for (const name of ['plan', 'unknown_key']) {
      for (const value of ['pro', null]) {
        const attributes = { orders: 1, [name]: value };
        const answers = [
          await sdk.call('POST', '/devices', { body: { token: 'token-2', attributes } }),
          await sdk.call('POST', '/devices', { body: { token: 'token-1', language: 'de', attributes }, secret }),
          await sdk.call('PATCH', `/devices/${id}`, { body: { language: 'de', attributes }, secret }),
        ];
        expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
        const error = `\`attributes.${name}\` cannot be set by devices. Set it from your server, or allow it with \`writableByDevice\``;
        for (const { body } of answers) expect(body.error).toContain(error);
      }
    }
    expect([await sdk.contents(), await definitionsOf(sdk)]).toEqual([before, keys]);
  });

  test.each([
    ['a value of another type', { orders: 'three' }, '`attributes.orders` must be a number'],
    ['an object', { favourite_team: { name: 'Reds' } }, '`attributes.favourite_team` must be a text'],
    ['a long text', { favourite_team: 'x'.repeat(256) }, '`attributes.favourite_team` must be a text'],
    ['a long list', { teams: Array(101).fill('x') }, '`attributes.teams` must be a text'],
    ['a key in upper case', { Orders: 1 }, 'that begins with a letter'],
    ['a list of attributes', ['orders'], '`attributes` must be an object'],
    ['a text', 'orders', '`attributes` must be an object'],
    [
      'too many keys',
      Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, 1])),
      '`attributes` must have at most 100 keys',
    ],
  ])('%s is refused with a message that names it', async (_what, attributes, error) => {
    await using sdk = await start(kind);
    const { status, body } = await sdk.call('POST', '/devices', { body: { token: 'token-1', attributes } });
    expect([status, body.error]).toEqual([400, expect.stringContaining(error)]);
    expect((await sdk.contents()).device).toEqual([]);
  });

  test("a device's attributes take precedence over its user's, and do not affect the user's other devices", async () => {
    await using sdk = await start(kind);
    const { userId } = sdk.caller;
    const attributes = { plan: 'pro', favourite_team: 'Blues' };
    await sdk.services.endUsers.upsertMany(userId, [{ externalUserId: 'bob', attributes }]);
    await sdk.register({ token: 'token-1', external_user_id: 'bob', attributes: { favourite_team: 'Reds' } });
    await sdk.register({ token: 'token-2', external_user_id: 'bob' });
    expect((await deviceOf(sdk)).attributes).toEqual({ plan: 'pro', favourite_team: 'Reds' });
    expect((await deviceOf(sdk, 'token-2')).attributes).toEqual(attributes);
    expect((await sdk.services.endUsers.find(userId, 'bob'))?.attributes).toEqual(attributes);
  });

  test('with identity verification, a device may still set its own attributes, and a token alone inherits nothing', async () => {
    await using sdk = await start(kind);
    const { caller, app, services } = sdk;
    await services.endUsers.upsertMany(caller.userId, [{ externalUserId: 'bob', attributes: { plan: 'pro' } }]);
    const { identitySecret } = await services.apps.update(caller, app.id, { identityVerification: 'REQUIRED' });
    const identity_hash = createHmac('sha256', identitySecret ?? '')
      .update('bob')
      .digest('hex');
    const bob = { external_user_id: 'bob', identity_hash };
    const first = { token: 'token-1', ...bob, attributes: { orders: 3 } };
    const { device_id: id, device_secret: secret } = await sdk.register(first);
    const body = { attributes: { favourite_team: 'Reds' } };
    expect((await sdk.call('PATCH', `/devices/${id}`, { body, secret })).status).toBe(204);
    const expected = { plan: 'pro', orders: 3, favourite_team: 'Reds' };
    expect((await deviceOf(sdk)).attributes).toEqual(expected);

    const claim = { token: 'token-1', external_user_id: 'bob', attributes: { orders: 9 } };
    expect((await sdk.call('POST', '/devices', { body: claim })).status).toBe(401);
    expect((await deviceOf(sdk)).attributes).toEqual(expected);

    await sdk.register({ token: 'token-1', attributes: { orders: 1 } });
    expect(await deviceOf(sdk)).toMatchObject({ externalUserId: null, attributes: { orders: 1 } });
    expect((await deviceOf(sdk)).attributes).toEqual({ orders: 1 });
    await sdk.register({ token: 'token-1' });
    expect((await deviceOf(sdk)).attributes ?? {}).toEqual({});
  });
});
