import { describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { rebuildMarks } from '../../src/services/devices/rebuild-marks.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const ERRORS = 'userErrors { field message code }';
const REGISTER = `mutation ($app: ID!, $devices: [DeviceInput!]!) {
  registerDevices(appId: $app, devices: $devices) { results { index deviceId created ${ERRORS} } ${ERRORS} } }`;
const TRACK = `mutation ($app: ID!, $reports: [EventReportInput!]!) {
  trackEvents(appId: $app, reports: $reports) { results { index accepted ignored ${ERRORS} } ${ERRORS} } }`;

const browser = (name: string): Json => ({
  subscription: {
    endpoint: `https://push.example.com/${name}`,
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
});

describe.each(eachDatabase())('devices in bulk, $name', (kind) => {
  const app = useGraphApp(kind);

  const setUp = async () => {
    const user = await app().newUser();
    const { id } = await createWebApp(user);
    const register = async (devices: Json[], by: GraphUser = user) =>
      (await by.data(REGISTER, { app: id, devices })).registerDevices as Json;
    const track = async (reports: Json[], by: GraphUser = user) =>
      (await by.data(TRACK, { app: id, reports })).trackEvents as Json;
    return { user, id, register, track };
  };

  test('are registered once, however often they occur, and each is checked separately', async () => {
    const { register } = await setUp();
    const devices = [
      { ...browser('a'), language: 'pt-BR', externalUserId: 'ann', tags: ['vip'] },
      { ...browser('b'), timeZone: 'Mars/Olympus' },
      { token: 'of another provider' },
      {},
      browser('c'),
      browser('a'),
    ];
    const first = await register(devices);
    expect(first.userErrors).toEqual([]);
    expect(first.results.map((result: Json) => result.created)).toEqual([true, null, null, null, true, false]);
    expect(first.results[1].userErrors).toMatchObject([{ field: ['devices', '1', 'timeZone'] }]);
    expect(first.results[2].userErrors).not.toEqual([]);
    expect(first.results[5].deviceId).toBe(first.results[0].deviceId);
    const again = await register(devices);
    expect(again.results.map((result: Json) => result.created)).toEqual([false, null, null, null, false, false]);
    expect(again.results.map((result: Json) => result.deviceId)).toEqual(
      first.results.map((result: Json) => result.deviceId),
    );
  });

  test("accept the `toJSON()` of a browser's PushSubscription unchanged", async () => {
    const { register } = await setUp();
    const { endpoint, p256dh, auth } = browser('json').subscription;
    const subscription = JSON.parse(JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh, auth } }));
    const { results } = await register([
      { subscription },
      { subscription: { ...subscription, expirationTime: 1_790_000_000_123.5 } },
      { subscription: { endpoint, p256dh, auth } },
      { subscription: { ...subscription, endpoint: `${endpoint}/2`, keys: { p256dh: 'short', auth } } },
      { subscription: { endpoint: `${endpoint}/3`, p256dh } },
    ]);
    expect(results.map(({ created }: Json) => created)).toEqual([true, false, false, null, null]);
    expect(results[1].deviceId).toBe(results[0].deviceId);
    const [stored] = await app().database.query('SELECT p256dh, auth FROM device WHERE p256dh IS NOT NULL');
    expect(stored).toEqual({ p256dh, auth });
    expect(results[3].userErrors).toMatchObject([{ field: ['devices', '3', 'subscription', 'keys', 'p256dh'] }]);
    expect(results[4].userErrors).toMatchObject([{ field: ['devices', '4', 'subscription', 'auth'] }]);
  });

  test('with an idempotency key are processed once and return the same result again; a refusal is not kept', async () => {
    const { user, id } = await setUp();
    const keyed = `mutation ($app: ID!, $devices: [DeviceInput!]!, $reports: [EventReportInput!]!, $key: String) {
      registerDevices(appId: $app, devices: $devices, idempotencyKey: $key) { results { deviceId created ${ERRORS} } ${ERRORS} }
      trackEvents(appId: $app, reports: $reports, idempotencyKey: "events") { results { accepted ${ERRORS} } ${ERRORS} } }`;
    const devices = [{ ...browser('k'), externalUserId: 'ann' }, { token: 'of another provider' }];
    const reports = [{ subject: { externalUserId: 'ann' }, events: [{ code: 'dep' }] }];
    const first = await user.data(keyed, { app: id, devices, reports, key: 'devices' });
    expect(first.registerDevices.results[0]).toMatchObject({ created: true, userErrors: [] });
    expect(first.registerDevices.results[1].userErrors).not.toEqual([]);
    expect(first.trackEvents.results).toEqual([{ accepted: 1, userErrors: [] }]);
    expect(await user.data(keyed, { app: id, devices, reports, key: 'devices' })).toEqual(first);
    const { devices: list } = await user.data('{ devices { nodes { events { nodes { count event { code } } } } } }');
    const deposits = list.nodes[0].events.nodes.filter(({ event }: Json) => event.code === 'dep');
    expect(deposits.map(({ count }: Json) => count)).toEqual([1]);
    const other = await user.data(keyed, { app: id, devices: [browser('z')], reports, key: 'devices' });
    expect(other.registerDevices).toMatchObject({ results: [], userErrors: [{ code: 'CONFLICT' }] });
    const empty = await user.data(keyed, { app: id, devices: [], reports, key: 'later' });
    expect(empty.registerDevices.userErrors).toMatchObject([{ field: ['devices'] }]);
    const mended = await user.data(keyed, { app: id, devices: [browser('y')], reports, key: 'later' });
    expect(mended.registerDevices.results).toMatchObject([{ created: true }]);
  });

  test('are limited to a thousand per call', async () => {
    const { register } = await setUp();
    const devices = Array.from({ length: 1_001 }, (_, index) => browser(`n${index}`));
    expect(await register(devices)).toMatchObject({ results: [], userErrors: [{ field: ['devices'] }] });
    const { results } = await register(devices.slice(1));
    expect(results.filter((result: Json) => result.created)).toHaveLength(1_000);
    expect(await register([])).toMatchObject({ results: [], userErrors: [{ field: ['devices'] }] });
  });

  test('cost 10 points for each device and report', async () => {
    const { user, id } = await setUp();
    const costOf = async (query: string, list: Json): Promise<number> =>
      (await user.query(query, { app: id, ...list })).body.extensions.cost.requested;
    const report = { subject: { externalUserId: 'nobody' }, events: [{ code: 'reg' }] };
    const one = [await costOf(REGISTER, { devices: [{}] }), await costOf(TRACK, { reports: [report] })];
    const many = [
      await costOf(REGISTER, { devices: Array(100).fill({}) }),
      await costOf(TRACK, { reports: Array(100).fill(report) }),
    ];
    expect(many.map((cost, index) => cost - (one[index] ?? 0))).toEqual([990, 990]);
  });

  test('change as requested when registered again, including their tags and zones', async () => {
    const { register } = await setUp();
    const named = (name: string, rest: Json): Json => ({ ...browser(name), ...rest });
    await register([
      named('a', { tags: ['one', 'two'], timeZone: 'Europe/Rome', language: 'it' }),
      named('b', { tags: ['two'], timeZone: 'Asia/Tokyo' }),
      named('c', { tags: ['one'] }),
      named('d', { externalUserId: 'dora' }),
    ]);
    const { results } = await register([
      named('a', { tags: ['three', 'two'], timeZone: 'Europe/Rome' }),
      named('b', { timeZone: 'Europe/Oslo' }),
      named('c', { tags: null, timeZone: 'Africa/Cairo' }),
      named('d', { tags: ['four'] }),
      named('d', { tags: ['five'], language: 'de' }),
      named('e', { tags: ['one'], country: 'SE' }),
    ]);
    expect(results.map((result: Json) => result.created)).toEqual([false, false, false, false, false, true]);
    const { database } = app();
    const devices = await database.query<Json>(
      `SELECT id, language, country, timezone, external_user_id AS user, has_tags AS has FROM device
       WHERE app_id = (SELECT MAX(id) FROM app) ORDER BY id`,
    );
    // A join of both would need shards that have all tags.
    const links = await database.query<Json>('SELECT device_id, tag_id FROM device_tag');
    const tags = await database.query<Json>('SELECT id, name FROM tag ORDER BY name');
    const tagsOf = ({ id }: Json): string =>
      tags
        .filter((tag) => links.some((link) => link.device_id === id && link.tag_id === tag.id))
        .map(({ name }) => name)
        .join();
    expect(devices.map(tagsOf)).toEqual(['three,two', 'two', '', 'five', 'one']);
    expect(devices.map(({ has }) => Number(has))).toEqual([1, 1, 0, 1, 1]);
    expect(devices.map(({ timezone }) => timezone)).toEqual([
      ...['Europe/Rome', 'Europe/Oslo', 'Africa/Cairo', null, null],
    ]);
    expect(devices.map(({ language, country, user }) => [language, country, user])).toEqual([
      ['it', null, null],
      [null, null, null],
      [null, null, null],
      ['de', null, 'dora'],
      [null, 'SE', null],
    ]);
    const zones = await database.query<Json>(
      `SELECT device_id AS id, zone_before AS zone FROM device_zone_change
       WHERE app_id = (SELECT MAX(id) FROM app) ORDER BY device_id`,
    );
    const [, b, c] = devices;
    expect(zones.map((row) => [Number(row.id), row.zone])).toEqual([
      [Number(b?.id), 'Asia/Tokyo'],
      [Number(c?.id), 'UTC'],
    ]);
    // The tag bits match the rows.
    expect((await rebuildMarks(database)).corrected).toBe(0);
  });

  test('take as many statements for hundreds as for three, new ones and known ones', async () => {
    const { register } = await setUp();
    const crowd = (count: number, prefix: string): Json[] =>
      Array.from({ length: count }, (_, index) => ({
        ...browser(`${prefix}${index}`),
        tags: [`tag ${index % 7}`],
        timeZone: index % 2 ? 'Europe/Rome' : 'Asia/Tokyo',
      }));
    const count = async (devices: Json[]): Promise<number> => {
      const before = app().database.statements.count;
      expect((await register(devices)).results).toHaveLength(devices.length);
      return app().database.statements.count - before;
    };
    await register(crowd(8, 'first'));
    const few = [await count(crowd(3, 'few')), await count(crowd(3, 'few'))];
    const many = [await count(crowd(200, 'many')), await count(crowd(200, 'many'))];
    // Devices' ids are allocated in blocks: one transaction of four statements for several calls.
    for (const [index, statements] of many.entries()) expect(statements).toBeLessThanOrEqual((few[index] ?? 0) + 5);
    expect(Math.max(...few, ...many)).toBeLessThanOrEqual(30);
  });

  test('report events for a device or for every device of a user, once per event id', async () => {
    const { register, track } = await setUp();
    const { results } = await register([
      { ...browser('one'), externalUserId: 'bob' },
      { ...browser('two'), externalUserId: 'bob' },
      browser('three'),
    ]);
    const deviceId = results[2].deviceId;
    const reports = [
      { subject: { externalUserId: 'bob' }, events: [{ code: 'reg', id: 'x' }] },
      { subject: { deviceId }, events: [{ code: 'dep', id: 'y' }, { code: 'install' }] },
      { subject: { deviceId }, events: [{ code: 'nothing' }, { code: 'reg' }] },
      { subject: { deviceId: toGlobalId('Device', 999_999) }, events: [{ code: 'reg' }] },
      { subject: { externalUserId: 'nobody' }, events: [{ code: 'reg' }] },
      { subject: { deviceId }, events: [] },
    ];
    const answer = await track(reports);
    expect(answer.results.map(({ accepted, ignored }: Json) => [accepted, ignored])).toEqual([
      [2, 0],
      [1, 1],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(answer.results.slice(2).map((result: Json) => result.userErrors[0])).toMatchObject([
      { field: ['reports', '2', 'events', '0', 'code'], code: 'NOT_FOUND' },
      { field: ['reports', '3'], code: 'NOT_FOUND' },
      { field: ['reports', '4'], code: 'NOT_FOUND' },
      { field: ['reports', '5', 'events'] },
    ]);
    const again = await track(reports.slice(0, 2));
    expect(again.results.map(({ accepted, ignored }: Json) => [accepted, ignored])).toEqual([
      [0, 2],
      [0, 2],
    ]);
  });

  test('are returned with the device, under the usual ids; a bare number gets an error with the expected form', async () => {
    const { user, id } = await setUp();
    const ask = `mutation ($app: ID!, $devices: [DeviceInput!]!, $reports: [EventReportInput!]!) {
      registerDevices(appId: $app, devices: $devices) { results { deviceId device { id externalUserId } } }
      trackEvents(appId: $app, reports: $reports) { results { accepted deviceId device { id } ${ERRORS} } } }`;
    const devices = [{ ...browser('one'), externalUserId: 'bob' }, { ...browser('two'), externalUserId: 'bob' }, {}];
    const subjects = [{ externalUserId: 'bob' }, { deviceId: '12' }];
    const reports = subjects.map((subject) => ({ subject, events: [{ code: 'reg' }] }));
    const { registerDevices, trackEvents } = await user.data(ask, { app: id, devices, reports });
    const [first, second, refused] = registerDevices.results;
    expect(first.device).toEqual({ id: first.deviceId, externalUserId: 'bob' });
    expect(second.device.id).not.toBe(first.device.id);
    expect(refused).toEqual({ deviceId: null, device: null });
    const { node } = await user.data('query ($id: ID!) { node(id: $id) { __typename } }', { id: first.deviceId });
    expect(node).toEqual({ __typename: 'Device' });
    expect(trackEvents.results[0]).toMatchObject({
      accepted: 2,
      deviceId: first.deviceId,
      device: { id: first.deviceId },
    });
    expect(trackEvents.results[1]).toMatchObject({
      device: null,
      userErrors: [
        { field: ['reports', '1', 'subject', 'deviceId'], code: 'INVALID', message: expect.stringContaining('"12"') },
      ],
    });
    const many = Array.from({ length: 300 }, (_, index) => browser(`many${index}`));
    const before = app().database.statements.count;
    const answer = await user.data(ask, { app: id, devices: many, reports: reports.slice(0, 1) });
    expect(answer.registerDevices.results.filter(({ device }: Json) => device !== null)).toHaveLength(300);
    expect(app().database.statements.count - before).toBeLessThan(120);
  });

  test('of another user and of an archived application are out of reach', async () => {
    const { user, id, register, track } = await setUp();
    const { results } = await register([browser('mine')]);
    const other = await app().newUser();
    const missing = { results: [], userErrors: [{ field: ['appId'], code: 'NOT_FOUND' }] };
    expect(await register([browser('theirs')], other)).toMatchObject(missing);
    const report = { subject: { deviceId: results[0].deviceId }, events: [{ code: 'reg' }] };
    expect(await track([report], other)).toMatchObject(missing);
    await user.data('mutation ($id: ID!) { appArchive(id: $id) { userErrors { code } } }', { id });
    expect(await track([report])).toMatchObject({ results: [], userErrors: [{ field: ['appId'], code: 'ARCHIVED' }] });
  });
});
