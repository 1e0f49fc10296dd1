import { describe, expect, test } from '@jest/globals';
import { toEventId } from '../../src/services/pubsub/event-id.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { browser, registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const ERRORS = 'userErrors { field message code }';
const DEVICE = `id deviceId app { id } language country timeZone timeZoneChangedAt externalUserId platform appVersion tags active
  retiredAt retirementReason registeredAt lastActiveAt addressConfirmedAt addressFingerprint`;
const LIST = `query ($where: DeviceWhereInput, $orderBy: DeviceOrderInput, $first: Int, $after: String, $last: Int, $before: String) {
  devices(where: $where, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    totalCount pageInfo { hasNextPage endCursor startCursor } nodes { externalUserId } } }`;

describe.each(eachDatabase())('devices, $name', (kind) => {
  const app = useGraphApp(kind);

  const setUp = async (devices: Json[]) => {
    const user = await app().newUser();
    const web = await createWebApp(user);
    return { user, web, ids: await registerBrowsers(user, web.id, devices) };
  };

  const names = async (user: GraphUser, where: Json, more: Json = {}): Promise<string[]> => {
    const { devices } = await user.data(LIST, { where, ...more });
    return devices.nodes.map((node: Json) => node.externalUserId);
  };

  test('a device shows all its data except its token and keys', async () => {
    const attributes = { language: 'pt-br', country: 'br', timeZone: 'america/sao_paulo', tags: ['vip', 'beta'] };
    const { user, web, ids } = await setUp([
      { ...attributes, externalUserId: 'ann', platform: 'web', appVersion: '1.2' },
    ]);
    const now = new Date(app().clock.now()).toISOString();
    const { device, node } = await user.data(
      `query ($id: ID!) { device(id: $id) { ${DEVICE} } node(id: $id) { __typename id } }`,
      { id: ids[0] },
    );
    expect(device).toEqual({
      id: ids[0],
      deviceId: expect.stringMatching(/^\d+$/),
      app: { id: web.id },
      language: 'pt-BR',
      country: 'BR',
      timeZone: 'America/Sao_Paulo',
      timeZoneChangedAt: null,
      externalUserId: 'ann',
      platform: 'web',
      appVersion: '1.2',
      tags: ['beta', 'vip'],
      active: true,
      retiredAt: null,
      retirementReason: null,
      registeredAt: now,
      lastActiveAt: now,
      addressConfirmedAt: now,
      addressFingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(node).toEqual({ __typename: 'Device', id: ids[0] });
    const { __type } = await user.data('{ __type(name: "Device") { fields { name } } }');
    const fields = __type.fields.map(({ name }: Json) => name);
    expect(fields.filter((name: string) => /token|secret|auth|p256|endpoint$/i.test(name))).toEqual([]);
  });

  test('are found by each condition', async () => {
    const { user, web, ids } = await setUp([
      { externalUserId: 'a', language: 'pt-BR', country: 'BR', timeZone: 'America/Sao_Paulo', tags: ['vip'] },
      { externalUserId: 'b', language: 'pt', country: 'PT', timeZone: 'Europe/Lisbon' },
      { externalUserId: 'c', language: 'en', tags: ['VIP'] },
    ]);
    const other = await createWebApp(user, 'Second');
    await registerBrowsers(user, other.id, [{ externalUserId: 'd', tags: ['vip'] }]);
    await user.data('mutation ($id: ID!) { deviceRetire(id: $id) { userErrors { code } } }', { id: ids[2] });
    const cases: [Json, string[]][] = [
      [{}, ['a', 'b', 'c', 'd']],
      [{ appIds: [other.id] }, ['d']],
      [{ appIds: [web.id, other.id], tag: 'vip' }, ['a', 'd']],
      [{ appIds: [] }, []],
      [{ language: 'pt' }, ['a', 'b']],
      [{ language: 'pt-br' }, ['a']],
      [{ countries: ['PT', 'BR'] }, ['a', 'b']],
      [{ timeZones: ['europe/lisbon'] }, ['b']],
      [{ externalUserIds: ['d', 'b', 'x'] }, ['b', 'd']],
      [{ retired: true }, ['c']],
      [{ active: true }, ['a', 'b', 'd']],
      [{ active: false }, ['c']],
      [{ registeredBefore: new Date(app().clock.now()).toISOString() }, []],
      [
        { registeredFrom: new Date(app().clock.now()).toISOString(), lastActiveFrom: '2020-01-01T00:00:00Z' },
        'abcd'.split(''),
      ],
    ];
    for (const [where, found] of cases) expect([where, await names(user, where)]).toEqual([where, found]);
    const { devices } = await user.data(LIST, { where: { language: 'pt' } });
    expect(devices.totalCount).toBe(2);
  });

  test('are found by platform, version of the application, and several tags', async () => {
    const { user } = await setUp([
      { externalUserId: 'a', platform: 'android', appVersion: '1.0', tags: ['vip', 'beta'] },
      { externalUserId: 'b', platform: 'Android', appVersion: '1.1', tags: ['vip'] },
      { externalUserId: 'c', platform: 'ios', appVersion: '1.0', tags: ['beta', 'press'] },
      { externalUserId: 'd' },
    ]);
    const cases: [Json, string[]][] = [
      [{ platforms: ['android'] }, ['a']],
      [{ platforms: ['android', 'ios'] }, ['a', 'c']],
      [{ platforms: [] }, []],
      [{ appVersions: ['1.0'] }, ['a', 'c']],
      [{ appVersions: ['1.0', '1.1'], platforms: ['ios', 'Android'] }, ['b', 'c']],
      [{ tagsAll: ['vip', 'beta'] }, ['a']],
      [{ tagsAll: ['beta', 'beta'] }, ['a', 'c']],
      [{ tagsAll: [] }, ['a', 'b', 'c', 'd']],
      [{ tagsAny: ['vip', 'press'] }, ['a', 'b', 'c']],
      [{ tagsAny: ['BETA', 'nobody has it'] }, []],
      [{ tagsAny: [] }, []],
      [{ tagsAny: ['vip'], tagsAll: ['beta'], tag: 'vip' }, ['a']],
    ];
    for (const [where, found] of cases) {
      expect([where, await names(user, where)]).toEqual([where, found]);
      expect((await user.data(LIST, { where })).devices.totalCount).toBe(found.length);
    }
    const tags = Array.from({ length: 11 }, (_, n) => `tag ${n}`);
    for (const where of [{ tagsAll: tags }, { tagsAny: tags }]) {
      const { errors } = await user.query(LIST, { where });
      expect(errors[0]).toMatchObject({
        message: expect.stringContaining('at most 10'),
        extensions: { code: 'BAD_USER_INPUT' },
      });
    }
  });

  test('are paged across applications from both ends, by id and by last activity', async () => {
    const { user } = await setUp([{ externalUserId: 'a' }, { externalUserId: 'b' }]);
    app().clock.advance(1_000);
    const other = await createWebApp(user, 'Second');
    await registerBrowsers(user, other.id, [{ externalUserId: 'c' }, { externalUserId: 'd' }]);
    const walk = async (orderBy: Json): Promise<string[]> => {
      const found: string[] = [];
      for (let after: string | null = null; ; ) {
        const { devices }: Json = await user.data(LIST, { orderBy, first: 3, after });
        found.push(...devices.nodes.map((node: Json) => node.externalUserId));
        after = devices.pageInfo.endCursor;
        if (!devices.pageInfo.hasNextPage) return found;
      }
    };
    expect(await walk(null)).toEqual(['a', 'b', 'c', 'd']);
    expect(await walk({ field: 'LAST_ACTIVE_AT', direction: 'DESC' })).toEqual(['d', 'c', 'b', 'a']);
    expect(await names(user, {}, { last: 3 })).toEqual(['b', 'c', 'd']);
  });

  test('the history of events is a separate list', async () => {
    const { user, web, ids } = await setUp([{ externalUserId: 'ann' }]);
    const reports = [
      { subject: { externalUserId: 'ann' }, events: [{ code: 'dep' }, { code: 'dep' }, { code: 'reg' }] },
    ];
    await user.data(
      'mutation ($app: ID!, $reports: [EventReportInput!]!) { trackEvents(appId: $app, reports: $reports) { userErrors { code } } }',
      { app: web.id, reports },
    );
    const { device } = await user.data(
      `query ($id: ID!) { device(id: $id) { events(orderBy: { field: COUNT, direction: DESC }, first: 1) {
         totalCount nodes { count firstAt lastAt event { code system } } } } }`,
      { id: ids[0] },
    );
    const at = new Date(app().clock.now()).toISOString();
    const first = { count: 2, firstAt: at, lastAt: at, event: { code: 'dep', system: true } };
    expect(device.events).toEqual({ totalCount: 3, nodes: [first] });
  });

  test("the owner's change of a device does not count as its activity", async () => {
    const { user, ids } = await setUp([{ externalUserId: 'ann', language: 'en', tags: ['vip'] }]);
    const update = `mutation ($id: ID!, $input: DeviceUpdateInput!) { deviceUpdate(id: $id, input: $input) {
      device { language country timeZone timeZoneChangedAt externalUserId tags lastActiveAt } ${ERRORS} } }`;
    const before = new Date(app().clock.now()).toISOString();
    app().clock.advance(60_000);
    const input = { language: 'de-de', timeZone: 'Europe/Berlin', externalUserId: null, tags: ['beta'] };
    const { deviceUpdate } = await user.data(update, { id: ids[0], input });
    expect(deviceUpdate).toEqual({
      device: {
        language: 'de-DE',
        country: null,
        timeZone: 'Europe/Berlin',
        timeZoneChangedAt: new Date(app().clock.now()).toISOString(),
        externalUserId: null,
        tags: ['beta'],
        lastActiveAt: before,
      },
      userErrors: [],
    });
    const bad = await user.data(update, { id: ids[0], input: { timeZone: 'Mars/Olympus' } });
    expect(bad.deviceUpdate).toMatchObject({
      device: null,
      userErrors: [{ field: ['input', 'timeZone'], code: 'INVALID' }],
    });
  });

  test('a retired device shows the reason, is reported once, and returns when it registers again', async () => {
    const user = await app().newUser();
    const web = await createWebApp(user);
    const mine = browser('again', user.userId);
    const ids = await registerBrowsers(user, web.id, [mine]);
    const retire = `mutation ($id: ID!, $reason: String) { deviceRetire(id: $id, reason: $reason) {
      device { active retiredAt retirementReason } ${ERRORS} } }`;
    const first = await user.data(retire, { id: ids[0], reason: 'lost' });
    const retiredAt = new Date(app().clock.now()).toISOString();
    expect(first.deviceRetire.device).toEqual({ active: false, retiredAt, retirementReason: 'lost' });
    const again = await user.data(retire, { id: ids[0], reason: 'again' });
    expect(again.deviceRetire.device.retirementReason).toBe('lost');
    const rows = await app().database.query<{ payload: string }>(
      "SELECT payload FROM outbox WHERE user_id = ? AND type = 'device.retired'",
      [user.userId],
    );
    const payload = { appId: expect.any(Number), code: 'OTHER', reason: 'lost' };
    expect(rows.map((row) => JSON.parse(row.payload))).toEqual([payload]);
    const tooLong = await user.data(retire, { id: ids[0], reason: ' ' });
    expect(tooLong.deviceRetire).toMatchObject({ device: null, userErrors: [{ field: ['reason'] }] });
    expect(await registerBrowsers(user, web.id, [mine])).toEqual(ids);
    const back = await user.data('query ($id: ID!) { device(id: $id) { active retiredAt retirementReason } }', {
      id: ids[0],
    });
    expect(back.device).toEqual({ active: true, retiredAt: null, retirementReason: null });
  });

  test('a retirement is sent to subscribers, with the device', async () => {
    const { user, ids } = await setUp([{ externalUserId: 'ann' }]);
    await user.data('mutation ($id: ID!) { deviceRetire(id: $id, reason: "first") { userErrors { code } } }', {
      id: ids[0],
    });
    const socket = await user.socket();
    const query = `subscription ($after: ID) { deliveryEvents(after: $after, types: [DEVICE_RETIRED]) {
      type node { id ... on Device { retirementReason } } } }`;
    const after = toEventId({ userId: user.userId, position: 0 });
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables: { after } } });
    const { payload } = await socket.next('next');
    expect(payload.data.deliveryEvents).toEqual({
      type: 'DEVICE_RETIRED',
      node: { id: ids[0], retirementReason: 'first' },
    });
    socket.close();
  });

  test('a deleted device is gone with its tags and its history', async () => {
    const { user, ids } = await setUp([{ externalUserId: 'ann', tags: ['vip'] }, { externalUserId: 'bob' }]);
    const remove = `mutation ($id: ID!) { deviceDelete(id: $id) { deletedId ${ERRORS} } }`;
    expect((await user.data(remove, { id: ids[0] })).deviceDelete).toEqual({ deletedId: ids[0], userErrors: [] });
    expect((await user.data(remove, { id: ids[0] })).deviceDelete.userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    const left = await user.data('{ devices { nodes { id } } tags { nodes { name deviceCount } } }');
    expect(left).toEqual({
      devices: { nodes: [{ id: ids[1] }] },
      tags: { nodes: [{ name: 'vip', deviceCount: 0 }] },
    });
  });

  test('after its application was archived, a device is active again at its next contact', async () => {
    const { user, web, ids } = await setUp([{ externalUserId: 'ann' }]);
    for (const change of ['appArchive', 'appUnarchive']) {
      app().clock.advance(1_000);
      await user.data(`mutation ($id: ID!) { ${change}(id: $id) { userErrors { code } } }`, { id: web.id });
    }
    const look = async () =>
      (await user.data('query ($id: ID!) { device(id: $id) { active } }', { id: ids[0] })).device;
    expect(await look()).toEqual({ active: false });
    expect(await names(user, { active: false, retired: false })).toEqual(['ann']);
  });

  test('of many applications are active or not depending on each application', async () => {
    const { user } = await setUp([]);
    const people = [];
    for (let index = 0; index < 12; index += 1) {
      const web = await createWebApp(user, `App ${index}`);
      people.push(`of ${index}`);
      await registerBrowsers(user, web.id, [{ externalUserId: `of ${index}` }]);
      app().clock.advance(1_000);
      if (index % 4 === 3) continue;
      for (const change of index % 4 === 2 ? ['appArchive'] : ['appArchive', 'appUnarchive']) {
        await user.data(`mutation ($id: ID!) { ${change}(id: $id) { userErrors { code } } }`, { id: web.id });
      }
      app().clock.advance(1_000);
      if (index % 4 !== 1) continue;
      people.push(`new of ${index}`);
      await registerBrowsers(user, web.id, [{ externalUserId: `new of ${index}` }]);
    }
    const isActive = (name: string) => name.startsWith('new') || Number(name.split(' ').at(-1)) % 4 === 3;
    expect(await names(user, { active: true })).toEqual(people.filter(isActive));
    expect(await names(user, { active: false })).toEqual(people.filter((name) => !isActive(name)));
  });

  test("another owner's devices are in no list and NOT_FOUND for every mutation", async () => {
    const { user, web, ids } = await setUp([{ externalUserId: 'ann' }]);
    const stranger = await app().newUser();
    await createWebApp(stranger);
    const found = await stranger.data(
      `query ($id: ID!, $app: ID!) { device(id: $id) { id } node(id: $id) { id } devices { totalCount nodes { id } }
         byApp: devices(where: { appIds: [$app] }) { totalCount } }`,
      { id: ids[0], app: web.id },
    );
    const nothing = { device: null, node: null, devices: { totalCount: 0, nodes: [] }, byApp: { totalCount: 0 } };
    expect(found).toEqual(nothing);
    for (const mutation of ['deviceUpdate(id: $id, input: {})', 'deviceRetire(id: $id)', 'deviceDelete(id: $id)']) {
      const answer = await stranger.data(`mutation ($id: ID!) { done: ${mutation} { userErrors { field code } } }`, {
        id: ids[0],
      });
      expect([mutation, answer.done.userErrors]).toEqual([mutation, [{ field: ['id'], code: 'NOT_FOUND' }]]);
    }
    expect((await user.data('{ devices { nodes { active } } }')).devices.nodes).toEqual([{ active: true }]);
  });

  test('take as many statements for many as for two', async () => {
    const { user, web } = await setUp([{ tags: ['a'] }, { tags: ['b'] }]);
    const query = `{ devices { totalCount nodes { app { name } tags active events { totalCount nodes { event { code } } } } } }`;
    const count = async (): Promise<number> => {
      const before = app().database.statements.count;
      await user.data(query);
      return app().database.statements.count - before;
    };
    const few = await count();
    await registerBrowsers(
      user,
      web.id,
      Array.from({ length: 15 }, () => ({ tags: ['a', 'c'] })),
    );
    expect(await count()).toBe(few);
    // One statement each for the key, applications (of the user, of the devices), the page, tags, histories, events,
    // two counts, and a check whether there are too many to count.
    expect(few).toBeLessThanOrEqual(10);
  });
});
