import { describe, expect, test } from '@jest/globals';
import { type Database, execute } from '../../src/database/database.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';
import { leastOf } from '../support/least-of.js';
import { randomTokens, seedDevices } from '../support/seed-devices.js';

const [sqlite] = eachDatabase();
const MANY = 100_000;

/** `count` copies of the same field under different aliases. */
const aliased = (count: number, field: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field(index)}`).join(' ');

const counts = (count: number): string =>
  `{ ${aliased(count, (index) => `devices(first: 1, where: { active: false, registeredFrom: "2020-01-01T00:00:${String(index).padStart(2, '0')}Z" }) { totalCount }`)} }`;

const REFUSED = expect.objectContaining({
  message: expect.stringMatching(/^This operation has a cost of \d+, and the limit is 20000\. Request less at once\.$/),
  extensions: expect.objectContaining({ code: 'LIMIT_EXCEEDED' }),
});

describe.each(eachDatabase())('expensive lists on $name', (kind) => {
  const app = useGraphApp(kind);

  const withDevices = async (count: number): Promise<GraphUser> => {
    const user = await app().newUser();
    const { databaseId } = await createWebApp(user);
    await seedDevices(app().database, databaseId, randomTokens(count));
    return user;
  };

  test('45 aliased counts of devices are refused for their cost, over HTTP and WebSocket', async () => {
    const user = await withDevices(3);
    expect((await user.query(counts(45))).errors).toEqual([REFUSED]);
    const socket = await user.socket();
    socket.send({ id: 'a', type: 'subscribe', payload: { query: counts(45) } });
    expect((await socket.next('error')).payload).toEqual([REFUSED]);
    socket.close();
  });

  test.each([
    ['tags of groups', aliased(45, () => 'tagGroups(first: 100) { nodes { tags } }')],
    ['tags of audiences', aliased(45, () => 'schedulers { nodes { audience { tags { include } } } }')],
    ['applications of audiences', aliased(45, () => 'schedulers { nodes { audience { apps { apps { id } } } } }')],
    ['tags of devices', aliased(45, () => 'devices(first: 100) { nodes { tags } }')],
    ['translations', aliased(45, () => 'pushes(first: 100) { nodes { translations { text } } }')],
  ])('long lists under 45 aliases are refused for their cost: %s', async (_what, fields) => {
    expect((await (await app().newUser()).query(`{ ${fields} }`)).errors).toEqual([REFUSED]);
  });

  test('a page with long lists is accepted', async () => {
    const user = await withDevices(3);
    const { data, body } = await user.query(`{
      devices(first: 100) { nodes { id tags } }
      tagGroups(first: 25) { nodes { name tags } }
      pushes(first: 100) { nodes { name translations { language title text } } }
      schedulers { nodes { name audience { countries { include } languages { include } tags { include exclude } } } }
    }`);
    expect(data.devices.nodes).toHaveLength(3);
    expect(body.extensions.cost.requested).toBeLessThan(20_000);
  });

  test('a count of all devices and a count with a filter are accepted', async () => {
    const user = await withDevices(7);
    const query = '{ all: devices { totalCount } some: devices(where: { active: true }) { totalCount } }';
    const { data, body } = await user.query(query);
    expect(data).toEqual({ all: { totalCount: 7 }, some: { totalCount: 7 } });
    expect(body.extensions.cost.requested).toBeLessThan(6_000);
  });

  test('fields without an index cost more, even in variables, defaults and compiled queries', async () => {
    const user = await withDevices(3);
    const costOf = async (query: string, variables: object = {}): Promise<number> =>
      (await user.query(query, { ...variables })).body.extensions.cost.requested;
    const plain = await costOf('{ devices { nodes { id } } }');
    expect(
      await costOf('{ devices(where: { externalUserIds: ["a"] }, orderBy: { field: ID }) { nodes { id } } }'),
    ).toBe(plain);
    expect(await costOf('{ devices(where: { active: false }) { nodes { id } } }')).toBe(plain + 1_000);
    expect(await costOf('{ devices(orderBy: { field: LAST_ACTIVE_AT }) { nodes { id } } }')).toBe(plain + 1_000);

    const inVariables =
      'query ($where: DeviceWhereInput, $orderBy: DeviceOrderInput) { devices(where: $where, orderBy: $orderBy) { nodes { id } } }';
    for (let use = 0; use < 5; use += 1) expect(await costOf(inVariables)).toBe(plain);
    expect(await costOf(inVariables, { where: { active: null } })).toBe(plain);
    expect(await costOf(inVariables, { where: { language: 'de' } })).toBe(plain + 1_000);
    expect(await costOf(inVariables, { where: null, orderBy: { field: 'LAST_ACTIVE_AT' } })).toBe(plain + 1_000);
    expect(await costOf(inVariables, { orderBy: { field: 'ID' } })).toBe(plain);

    const byDefault =
      'query ($orderBy: DeviceOrderInput = { field: LAST_ACTIVE_AT }) { devices(orderBy: $orderBy) { nodes { id } } }';
    expect(await costOf(byDefault, { orderBy: null })).toBe(plain);
    expect(await costOf(byDefault)).toBe(plain + 1_000);
    const within =
      'query ($field: DeviceSort!, $language: LanguageTag) { devices(where: { language: $language }, orderBy: { field: $field }) { nodes { id } } }';
    expect(await costOf(within, { field: 'ID' })).toBe(plain);
    expect(await costOf(within, { field: 'ID', language: 'de' })).toBe(plain + 1_000);
    expect(await costOf(within, { field: 'LAST_ACTIVE_AT' })).toBe(plain + 1_000);
  });

  test('a compiled query is refused if its variables make it too expensive', async () => {
    const user = await withDevices(3);
    const query = `query ($where: DeviceWhereInput) { ${aliased(21, () => 'devices(first: 1, where: $where) { nodes { id } }')} }`;
    for (let use = 0; use < 5; use += 1) expect((await user.query(query)).status).toBe(200);
    expect((await user.query(query, { where: { active: false } })).errors).toEqual([REFUSED]);
  });

  test('the same count under several aliases and on several pages is read once', async () => {
    const user = await withDevices(5);
    const seen: string[] = [];
    app().database.statements.listener = (sql) => seen.push(sql);
    const data = await user.data(
      `{ ${aliased(4, (index) => `devices(first: ${index + 1}, where: { active: true }) { totalCount nodes { id } }`)} }`,
    );
    app().database.statements.listener = null;
    expect(Object.values(data).map((list) => (list as { totalCount: number }).totalCount)).toEqual([5, 5, 5, 5]);
    expect(seen.filter((sql) => sql.includes('COUNT(*)')).length).toBe(1);
  });
});

test('counts of very many devices run in another process', async () => {
  await using database = await sqlite?.open();
  if (!database) throw new Error('there is always SQLite');
  await insertDevices(database, MANY);
  const sql = 'SELECT COUNT(*) AS n FROM device t WHERE NOT (t.active = 1 AND t.seen_at > ?)';
  const measure = async (read: (since: number) => Promise<{ n: number }[]>): Promise<number> => {
    const before = process.cpuUsage();
    for (let since = 0; since < 20; since += 1) expect(await read(since)).toEqual([{ n: 0 }]);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const here = await measure((since) => database.query(sql, [since]));
  const there = await leastOf(() => measure((since) => database.longRead(1, sql, [since])));
  expect(there).toBeLessThan(here / 2);
});

/** The required number of rows, inserted by SQLite itself. */
const insertDevices = (database: Database, count: number): Promise<unknown> =>
  database.tx((tx) =>
    execute(
      tx,
      `INSERT INTO device (app_id, id, token_hash, token, token_at, active, has_tags, registered_at, seen_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT 1, i, printf('%064d', i), printf('%064d', i), 1, 1, 0, 1, 1000 FROM n`,
      [count],
    ),
  );
