import { describe, expect, test } from '@jest/globals';
import { deleteOldChoices } from '../../src/delivery/upkeep/choice-retention.js';
import { purgeDeletedUsers } from '../../src/delivery/upkeep/purge-users.js';
import { ALL_MARKETING } from '../../src/ports/preferences.js';
import type { CategoryInput } from '../../src/services/categories/category-rules.js';
import { EventLog } from '../../src/services/event-log/event-log.js';
import type { PreferenceSubject } from '../../src/services/preferences/preference-service.js';
import { SdkApp } from '../sdk-api/sdk-app.js';
import { eachDatabase, type TestDatabaseKind } from '../support/databases.js';

const DAY = 86_400_000;
const NEWS: CategoryInput = {
  key: 'news',
  names: [
    { language: 'en', text: 'News' },
    { language: 'de', text: 'Neuigkeiten' },
    { language: 'pt-BR', text: 'Notícias' },
  ],
  descriptions: [],
  kind: 'MARKETING',
  default: 'ON',
  androidChannel: null,
  listed: true,
};

const bob: PreferenceSubject = { kind: 'user', externalUserId: 'bob' };

const start = async (kind: TestDatabaseKind) => {
  const sdk = await SdkApp.start(kind);
  const { categories, preferences } = sdk.services;
  const make = async (input: Partial<CategoryInput> = {}) =>
    (await categories.create(sdk.caller, { ...NEWS, ...input })).id;
  const register = async (token: string, more: object = {}) =>
    Number((await sdk.register({ token, ...more })).device_id);
  const write = (subject: PreferenceSubject, categoryId: number, choice: 'ON' | 'OFF') =>
    preferences.write(sdk.caller.userId, subject, [{ categoryId, choice }], 'API');
  const read = async (subject: PreferenceSubject, language: string | null = null) => {
    const { items, allMarketing } = await preferences.read(sdk.caller.userId, subject, language);
    return { choices: Object.fromEntries(items.map(({ key, choice }) => [key, choice])), items, allMarketing };
  };
  return { sdk, make, register, write, read, [Symbol.asyncDispose]: () => sdk[Symbol.asyncDispose]() };
};

const countChoices = async ({ database }: SdkApp): Promise<number> => {
  const [row] = await database.query<{ n: number }>('SELECT COUNT(*) AS n FROM category_choice');
  return Number(row?.n);
};

describe.each(eachDatabase())('preferences on $name', (kind) => {
  test('of a person without a device create a user, whose id is in the events', async () => {
    await using set = await start(kind);
    const { services, caller, database } = set.sdk;
    await set.write({ kind: 'user', externalUserId: 'nora' }, await set.make(), 'OFF');
    expect(await services.endUsers.find(caller.userId, 'nora')).toMatchObject({ externalUserId: 'nora' });
    const { events } = await new EventLog(database).readAfter(caller.userId, { position: 0, entry: 0 }, { limit: 10 });
    const changes = events.filter(({ type }) => type === 'preference.changed');
    expect(changes.map(({ data }) => JSON.parse(data))).toMatchObject([
      { external_user_id: 'nora', device_id: null, choice: 'OFF' },
    ]);
    await expect(services.userExports.signedPath(caller, 'nora')).resolves.toMatchObject({ path: expect.any(String) });
  });

  test("are the defaults until the user chooses, with names in the device's language", async () => {
    await using set = await start(kind);
    await set.make();
    await set.make({ key: 'beta', default: 'OFF' });
    await set.make({ key: 'secret', listed: false });
    const deviceId = await set.register('token-1', { language: 'de-AT' });
    const seen = await set.read({ kind: 'device', deviceId });
    expect(seen).toMatchObject({ choices: { news: 'ON', beta: 'OFF' }, allMarketing: 'ON' });
    expect(seen.items[0]).toMatchObject({ name: 'Neuigkeiten', description: '', isDefault: true });
    const named = async (language: string) => (await set.read({ kind: 'device', deviceId }, language)).items[0]?.name;
    expect([await named('pt-BR'), await named('fr'), await named('no language')]).toEqual(['Notícias', 'News', 'News']);
  });

  test('of a user apply to all devices, and outlive each of them', async () => {
    await using set = await start(kind);
    const news = await set.make();
    const [one, two] = [await set.register('1', { external_user_id: 'bob' }), await set.register('2')];
    await set.write({ kind: 'device', deviceId: one }, news, 'OFF');
    expect(await set.read(bob)).toMatchObject({ choices: { news: 'OFF' } });
    expect(await set.read({ kind: 'device', deviceId: two })).toMatchObject({ choices: { news: 'ON' } });
    await set.sdk.services.ownDevices.delete(set.sdk.caller, one);
    expect(await set.read(bob)).toMatchObject({ choices: { news: 'OFF' } });
    const three = await set.register('3', { external_user_id: 'bob' });
    expect(await set.read({ kind: 'device', deviceId: three })).toMatchObject({ choices: { news: 'OFF' } });
  });

  test('of a device without a user are its own, stay in force after a sign-in, and are deleted with the device', async () => {
    await using set = await start(kind);
    const news = await set.make();
    const { sdk } = set;
    const { device_id, device_secret: secret } = await sdk.register();
    const device = { kind: 'device', deviceId: Number(device_id) } as const;
    await set.write(device, news, 'OFF');
    await set.write(bob, news, 'ON');
    await sdk.call('PATCH', `/devices/${device_id}`, { body: { external_user_id: 'bob' }, secret });
    expect(await set.read(device)).toMatchObject({ choices: { news: 'OFF' } });
    expect(await set.read(bob)).toMatchObject({ choices: { news: 'ON' } });
    // The user lifts the choice there, and it no longer restricts the device.
    await set.write(device, news, 'ON');
    expect(await set.read(device)).toMatchObject({ choices: { news: 'ON' } });
    expect(await countChoices(sdk)).toBe(1);
    const other = { kind: 'device', deviceId: Number((await sdk.register({ token: 'other' })).device_id) } as const;
    await set.write(other, news, 'OFF');
    expect(await countChoices(sdk)).toBe(2);
    await sdk.services.ownDevices.delete(sdk.caller, other.deviceId);
    expect(await countChoices(sdk)).toBe(1);
  });

  test('record who chose when and where, with all marketing separate from the categories', async () => {
    await using set = await start(kind);
    const { sdk } = set;
    const [news, orders] = [await set.make(), await set.make({ key: 'orders', kind: 'TRANSACTIONAL' })];
    sdk.clock.advance(DAY);
    const choices = [
      { categoryId: ALL_MARKETING, choice: 'OFF' },
      { categoryId: news, choice: 'OFF' },
      { categoryId: news, choice: 'ON' },
    ] as const;
    await sdk.services.preferences.write(sdk.caller.userId, bob, choices, 'PAGE');
    const made = { source: 'PAGE', subjectKind: 'user', changedAt: new Date(sdk.clock.now()) };
    expect(await sdk.services.preferences.list(sdk.caller.userId, bob)).toMatchObject([
      { category: { id: news }, choice: 'ON', made: { ...made, choice: 'ON' } },
      { category: { id: orders }, choice: 'ON', made: null },
      { category: null, choice: 'OFF', made: { ...made, choice: 'OFF' } },
    ]);
  });

  test('are refused for TRANSACTIONAL, unknown, foreign and (on devices) hidden categories, and for foreign devices', async () => {
    await using set = await start(kind);
    const { sdk, write } = set;
    const orders = await set.make({ key: 'orders', kind: 'TRANSACTIONAL' });
    const hidden = await set.make({ key: 'hidden', listed: false });
    const other = await sdk.services.keys.createUser('other');
    const stranger = { userId: other.userId, keyId: 0, scopes: [] };
    const foreign = await sdk.services.categories.create(stranger, NEWS);
    await expect(write(bob, orders, 'OFF')).rejects.toThrow('cannot be turned off');
    await write(bob, orders, 'ON');
    for (const id of [foreign.id, 9_999]) await expect(write(bob, id, 'OFF')).rejects.toThrow('no such category');
    await write(bob, hidden, 'ON');
    const onPage = sdk.services.preferences.write(
      sdk.caller.userId,
      bob,
      [{ categoryId: hidden, choice: 'OFF' }],
      'PAGE',
    );
    await expect(onPage).rejects.toThrow('no such category');
    const deviceId = await set.register('1');
    const asStranger = sdk.services.preferences.read(other.userId, { kind: 'device', deviceId }, null);
    await expect(asStranger).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(write({ kind: 'user', externalUserId: '' }, hidden, 'OFF')).rejects.toThrow('`external_user_id`');
  });

  test('outlive a deleted category for 90 days, and are deleted with the account', async () => {
    await using set = await start(kind);
    const { sdk } = set;
    const { database, clock, services, caller } = sdk;
    const [news, beta] = [await set.make(), await set.make({ key: 'beta' })];
    for (const id of [news, beta]) await set.write(bob, id, 'OFF');
    await services.categories.delete(caller, news);
    await expect(set.write(bob, news, 'ON')).rejects.toThrow('no such category');
    const { signal } = new AbortController();
    clock.advance(89 * DAY);
    await deleteOldChoices(sdk, signal);
    expect(await countChoices(sdk)).toBe(2);
    clock.advance(2 * DAY);
    await deleteOldChoices(sdk, signal);
    expect(await countChoices(sdk)).toBe(1);
    await services.categories.delete(caller, beta);
    await services.users.delete(caller.userId, null);
    await purgeDeletedUsers(database, signal);
    expect(await countChoices(sdk)).toBe(0);
    expect(await database.query('SELECT * FROM category_deletion')).toEqual([]);
  });

  test("are read and changed through the device API, in the API's terms", async () => {
    await using set = await start(kind);
    const { sdk } = set;
    await set.make({ androidChannel: 'news' });
    await set.make({ key: 'orders', kind: 'TRANSACTIONAL' });
    const { device_id, device_secret: secret } = await sdk.register({ token: '1', language: 'de' });
    const path = `/devices/${device_id}/preferences`;
    const news = { key: 'news', name: 'Neuigkeiten', description: '', kind: 'marketing', choice: 'on' };
    const orders = { ...news, key: 'orders', kind: 'transactional' };
    const before = await sdk.call('GET', path, { secret });
    expect(before).toMatchObject({ status: 200, body: { preferences: [news, orders], all_marketing: 'on' } });
    const inEnglish = await sdk.call('GET', `${path}?language=en`, { secret });
    expect(inEnglish.body.preferences[0].name).toBe('News');
    const body = { choices: { news: 'off' }, all_marketing: 'off' };
    const changed = await sdk.call('PUT', path, { body, secret });
    const off = { preferences: [{ ...news, choice: 'off' }, orders], all_marketing: 'off' };
    expect(changed).toMatchObject({ status: 200, body: off });
    expect((await sdk.call('GET', path, { secret })).body).toEqual({ ...off, preferences_url: null });
    const listed = (await sdk.call('GET', '/categories?language=de')).body.categories;
    expect(listed[0]).toEqual({ ...news, choice: undefined, android_channel: 'news' });

    for (const [wrong, status] of [
      [{ choices: { orders: 'off' } }, 400],
      [{ choices: { nothing: 'off' } }, 400],
      [{ choices: { news: 'maybe' } }, 400],
    ] as const) {
      expect((await sdk.call('PUT', path, { body: wrong, secret })).status).toBe(status);
    }
    expect((await sdk.call('GET', path, { secret: 'wrong' })).status).toBe(401);
    expect((await sdk.call('PUT', path, { body })).status).toBe(401);
    const preflight = await sdk.call('OPTIONS', path, {
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'PUT' },
    });
    expect(preflight.headers['access-control-allow-methods']).toContain('PUT');
  });

  test('a device chooses for all devices of its user', async () => {
    await using set = await start(kind);
    const { sdk } = set;
    await set.make();
    const [one, two] = [
      await sdk.register({ token: '1', external_user_id: 'bob' }),
      await sdk.register({ token: '2', external_user_id: 'bob' }),
    ];
    const pathOf = ({ device_id }: { device_id: string }) => `/devices/${device_id}/preferences`;
    const put = (news: string) =>
      sdk.call('PUT', pathOf(one), { body: { choices: { news } }, secret: one.device_secret });
    for (const [given, kept] of [
      ['off', 'OFF'],
      ['on', 'ON'],
    ] as const) {
      expect((await put(given)).body.preferences[0].choice).toBe(given);
      expect(await set.read(bob)).toMatchObject({ choices: { news: kept } });
      const other = await sdk.call('GET', pathOf(two), { secret: two.device_secret });
      expect(other.body.preferences[0].choice).toBe(given);
    }
  });
});
