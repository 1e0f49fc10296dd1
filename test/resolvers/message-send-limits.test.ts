import { describe, expect, test } from '@jest/globals';
import { insertRows } from '../../src/database/write-rows.js';
import { APP_TABLE } from '../../src/entities/app.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { deviceId, MESSAGE, ofUser, SEND, sendBy, useSending } from '../schema/support/message-sending.js';
import { eachDatabase, type TestDatabaseKind } from '../support/databases.js';

const { sender, setUp, tokens } = useSending();

describe.each(eachDatabase())('limits of messageSend on $name', ({ open }) => {
  test.each([
    ['a message and a push', { message: MESSAGE, pushId: 'x' }, ['input', 'message'], 'INVALID'],
    ['neither a message nor a push', { message: null }, ['input', 'message'], 'REQUIRED'],
    [
      'a message without translations',
      { message: { ...MESSAGE, translations: [] } },
      ['input', 'message', 'translations'],
      'REQUIRED',
    ],
    [
      'a message without a title',
      { message: { defaultLang: 'en', translations: [{ language: 'en', title: '', text: 'a' }] } },
      ['input', 'message', 'translations', '0', 'title'],
      'REQUIRED',
    ],
    [
      'a message that is too large',
      { message: { defaultLang: 'en', translations: [{ language: 'en', title: 'a', text: 'é'.repeat(3_000) }] } },
      ['input', 'message', 'translations', '0', 'text'],
      'TOO_LARGE',
    ],
    ['an empty key', { idempotencyKey: '' }, ['input', 'idempotencyKey'], 'REQUIRED'],
    ['an empty list of applications', { appIds: [] }, ['input', 'appIds'], 'NO_APPS'],
    ['an empty list of users', { to: { externalIds: [] } }, ['input', 'to', 'externalIds'], 'REQUIRED'],
    ['an empty list of devices', { to: { deviceIds: [] } }, ['input', 'to', 'deviceIds'], 'REQUIRED'],
    ['an empty tag', { to: { tag: '' } }, ['input', 'to', 'tag'], 'INVALID'],
    ['an unknown tag', { to: { tag: 'nobody has it' } }, ['input', 'to', 'tag'], 'NOT_FOUND'],
    ['texts that no user has', { to: { externalIds: [' ', '\u0000'] } }, ['input', 'to', 'externalIds'], 'NOT_FOUND'],
  ])('%s is refused, and nothing is created', async (_what, rest, field, code) => {
    await using set = await setUp(open);
    await set.world.seedDevices(set.app, 1, () => ofUser('ada'));
    const sent = await set.send({ externalIds: ['ada'] }, rest);
    expect(sent).toMatchObject({ run: null, matched: null, unknown: null, devices: null });
    expect(sent.userErrors[0]).toMatchObject({ field, code });
    for (const table of ['run', 'batch', 'outbox']) {
      expect([table, await set.database.query(`SELECT * FROM ${table}`)]).toEqual([table, []]);
    }
  });

  test('needs exactly one kind of target, and the scope to send', async () => {
    await using set = await setUp(open);
    for (const to of [{}, { externalIds: ['a'], tag: 'b' }]) {
      expect((await set.graph.query(SEND, { input: { to, message: MESSAGE } })).errors).toBeDefined();
    }
    const { userId } = set.world.caller;
    await using reader = await GraphOverWorld.open(set.world, { ...set.world.caller, scopes: ['read', 'write'] });
    await using onlySends = await GraphOverWorld.open(set.world, { userId, keyId: 0, scopes: ['send'] });
    await set.world.seedDevices(set.app, 1, () => ofUser('ada'));
    const to = { externalIds: ['ada'] };
    const pushId = toGlobalId('Push', (await set.world.makePush()).id);
    // A key that can only send cannot choose the text.
    for (const [key, input] of [
      [reader, { to, message: MESSAGE }],
      [reader, { to, pushId }],
      [onlySends, { to, message: MESSAGE }],
    ] as const) {
      expect((await key.query(SEND, { input })).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
    expect(await sendBy(onlySends, to, { pushId })).toMatchObject({ matched: 1, userErrors: [] });
  });

  test('10,000 users are accepted and reached; one more is refused with the count', async () => {
    await using set = await setUp(open);
    const { world, app } = set;
    const users = Array.from({ length: 10_001 }, (_, index) => `user-${index}`);
    await world.seedDevices(app, 10_000, (index) => ofUser(users[index] ?? ''));
    const refused = await set.send({ externalIds: users });
    expect(refused.userErrors).toMatchObject([{ code: 'TOO_MANY', message: expect.stringContaining('10,001') }]);
    const ids = await set.database.query<{ id: number }>('SELECT id FROM device ORDER BY id');
    const devices = [...ids.map(({ id }) => deviceId(Number(id))), deviceId(999_999)];
    expect((await set.send({ deviceIds: devices })).userErrors).toMatchObject([{ code: 'TOO_MANY' }]);
    const sent = await set.send({ externalIds: users.slice(0, 10_000) });
    expect(sent).toMatchObject({ matched: 10_000, unknown: 0, devices: 10_000, userErrors: [] });
    await world.work();
    expect(new Set(tokens()).size).toBe(10_000);
    expect(sender.duplicates).toBe(0);
    expect(await set.readRun(sent.run.id)).toMatchObject({ status: 'FINISHED', counts: { sent: 10_000 } });
    const byId = await set.send({ deviceIds: devices.slice(0, 10_000) });
    expect(byId).toMatchObject({ matched: 10_000, unknown: 0, devices: 10_000 });
  });

  test('many users are not looked up one by one in hundreds of applications with users', async () => {
    await using set = await setUp(open);
    const { world, app, database } = set;
    await world.seedDevices(app, 1, () => ofUser('user-0'));
    const ids = Array.from({ length: 60 }, (_, index) => 100_000 + index);
    const copies = ids.map((id) => ({ ...app, id, serviceId: `service-${id}` }));
    await database.tx((tx) => insertRows(tx, APP_TABLE, copies));
    const users = Array.from({ length: 10_000 }, (_, index) => `user-${index}`);
    expect(await set.send({ externalIds: users })).toMatchObject({ matched: 1, devices: 1, userErrors: [] });
    for (const id of ids) await world.seedDevices({ ...app, id }, 1, () => ofUser('user-1'));
    const refused = await set.send({ externalIds: users });
    const message = expect.stringContaining('10,000 users in 61 applications');
    expect(refused.userErrors).toMatchObject([{ field: ['input', 'to', 'externalIds'], code: 'TOO_MANY', message }]);
    const few = await set.send({ externalIds: ['user-1'] });
    expect(few).toMatchObject({ matched: 1, devices: 60 });
    const chosen = await set.send(
      { externalIds: users },
      { appIds: ids.slice(0, 50).map((id) => toGlobalId('App', id)) },
    );
    expect(chosen).toMatchObject({ matched: 1, devices: 50, userErrors: [] });
  });

  test('a tag of more than 10,000 users is refused with the count', async () => {
    await using set = await setUp(open);
    const { world, app, database } = set;
    await world.makeDevices(app, 1, () => ({ audiences: ['crowd'] }));
    await world.seedDevices(app, 10_003, (index) => ofUser(`user-${Math.max(3, index)}`));
    await database.tx((tx) =>
      tx.query(
        `INSERT INTO device_tag (device_id, tag_id, app_id)
         SELECT d.id, t.id, d.app_id FROM device d JOIN tag t ON t.name = 'crowd' WHERE d.external_user_id IS NOT NULL`,
      ),
    );
    const refused = await set.send({ tag: 'crowd' });
    const message = expect.stringContaining('10,001 users');
    expect(refused).toMatchObject({
      run: null,
      userErrors: [{ field: ['input', 'to', 'tag'], code: 'TOO_MANY', message }],
    });
    await database.tx((tx) => tx.query("UPDATE device SET active = 0 WHERE external_user_id = 'user-7'"));
    expect(await set.send({ tag: 'crowd' })).toMatchObject({ devices: 10_003, matched: 10_003, userErrors: [] });
  });
});

describe('the price of messageSend', () => {
  const [sqlite] = eachDatabase();

  test('grows with the list, wherever it is in the document', async () => {
    await using set = await setUp((sqlite as TestDatabaseKind).open);
    const priceOf = async (query: string, variables: Json = {}): Promise<number> =>
      (await set.graph.query(query, variables)).body.extensions.cost.requested;
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`);
    const byInput = (to: Json) => priceOf(SEND, { input: { to, message: MESSAGE } });
    const one = await byInput({ externalIds: ['a'] });
    expect(one).toBeLessThan(100);
    expect((await byInput({ externalIds: ids(10_000) })) - one).toBe(999);
    expect((await byInput({ deviceIds: ids(5_000) })) - one).toBe(499);
    expect((await byInput({ tag: 'vip' })) - one).toBe(999);
    const inline = (to: string, declared = '') =>
      `mutation ${declared} { messageSend(input: { to: ${to}, pushId: "x" }) { devices } }`;
    const [few, many] = [inline('{ externalIds: ["a"] }'), inline(`{ externalIds: ${JSON.stringify(ids(100))} }`)];
    expect((await priceOf(many)) - (await priceOf(few))).toBe(9);
    const list = inline('{ externalIds: $ids }', '($ids: [String!]!)');
    expect((await priceOf(list, { ids: ids(10_000) })) - (await priceOf(list, { ids: ids(1) }))).toBe(999);
    const whole = inline('$to', '($to: MessageTargetInput!)');
    expect(
      (await priceOf(whole, { to: { externalIds: ids(500) } })) - (await priceOf(whole, { to: { tag: 'a' } })),
    ).toBe(-950);
  });
});
