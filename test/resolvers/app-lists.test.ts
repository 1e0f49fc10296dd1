import { describe, expect, jest, test } from '@jest/globals';
import { createAutoPush, createRun, createWebApp, recordCount } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const DEVICES = `query ($id: ID!, $first: Int, $after: String, $last: Int, $where: DeviceWhereInput, $orderBy: DeviceOrderInput) {
  app(id: $id) { devices(first: $first, after: $after, last: $last, where: $where, orderBy: $orderBy) {
    totalCount pageInfo { hasNextPage endCursor } nodes { externalUserId } } } }`;
const ALL = `query ($count: Int!) { apps(first: $count) { nodes { devices(first: 2) { nodes { externalUserId } }
  vips: devices(where: { active: true, tag: "vip" }) { nodes { externalUserId } }
  latest: devices(orderBy: { field: LAST_ACTIVE_AT, direction: DESC }) { nodes { externalUserId } }
  schedulers { totalCount nodes { name } } runs { totalCount nodes { databaseId } } } } }`;
const COUNTS = `query ($count: Int!) { apps(first: $count) { nodes { devices { totalCount } } }
  tags(first: 3) { nodes { name devices(first: 2) { totalCount pageInfo { hasNextPage } nodes { externalUserId } } } } }`;

describe.each(eachDatabase())('lists of an application and of a tag, $name', (kind) => {
  const app = useGraphApp(kind);

  /** Each has three devices, the first a VIP; one scheduler sends to all, and one run reached the application. */
  const addApp = async (user: GraphUser, name: string): Promise<{ id: string; databaseId: number }> => {
    const web = await createWebApp(user, name);
    await registerBrowsers(user, web.id, [
      { externalUserId: `${name}1`, tags: ['vip', name] },
      { externalUserId: `${name}2` },
      { externalUserId: `${name}3`, tags: [name], country: 'DE' },
    ]);
    return web;
  };

  const userIds = ({ nodes }: Json): string[] => nodes.map(({ externalUserId }: Json) => externalUserId);

  test('an application lists its devices, filtered, sorted, counted and page by page', async () => {
    const user = await app().newUser();
    const [a, b] = [await addApp(user, 'a'), await addApp(user, 'b')];
    const list = async (variables: Json): Promise<Json> =>
      (await user.data(DEVICES, { id: a.id, ...variables })).app.devices;
    const first = await list({ first: 2 });
    expect([userIds(first), first.totalCount, first.pageInfo.hasNextPage]).toEqual([['a1', 'a2'], 3, true]);
    const second = await list({ first: 2, after: first.pageInfo.endCursor });
    expect([userIds(second), second.pageInfo.hasNextPage]).toEqual([['a3'], false]);
    expect(userIds(await list({ last: 2 }))).toEqual(['a2', 'a3']);
    expect(userIds(await list({ where: { countries: ['DE'] } }))).toEqual(['a3']);
    expect(userIds(await list({ where: { externalUserIds: ['a2', 'b2'] } }))).toEqual(['a2']);
    expect(await list({ where: { appIds: [b.id] } })).toMatchObject({ totalCount: 0, nodes: [] });
    expect(userIds(await list({ where: { appIds: [a.id] } }))).toEqual(['a1', 'a2', 'a3']);
    // A cursor from another list is refused.
    const { devices } = await user.data('{ devices(first: 1) { pageInfo { endCursor } } }');
    const { errors } = await user.query(DEVICES, { id: a.id, after: devices.pageInfo.endCursor });
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  test('several applications and tags get their lists together, in as many statements as two', async () => {
    const { database } = app();
    const user = await app().newUser();
    const auto = async () => createAutoPush(user, 'Everywhere');
    const apps = [await addApp(user, 'a'), await addApp(user, 'b')];
    const scheduler = await auto();
    const run = await createRun(database, { userId: user.userId, schedulerId: scheduler.databaseId });
    await recordCount(database, { runId: run, appId: apps[1]?.databaseId ?? 0, outcome: 'sent', count: 3 });
    const read = async (count: number): Promise<{ lists: Json; counts: Json; statements: number }> => {
      const before = database.statements.count;
      const [lists, counts] = [await user.data(ALL, { count }), await user.data(COUNTS, { count })];
      return { lists, counts, statements: database.statements.count - before };
    };
    const few = await read(2);
    expect(few.lists.apps.nodes).toEqual(
      ['a', 'b'].map((name) => ({
        devices: { nodes: [{ externalUserId: `${name}1` }, { externalUserId: `${name}2` }] },
        vips: { nodes: [{ externalUserId: `${name}1` }] },
        latest: { nodes: [3, 2, 1].map((n) => ({ externalUserId: `${name}${n}` })) },
        schedulers: { totalCount: 1, nodes: [{ name: 'Everywhere' }] },
        runs: name === 'b' ? { totalCount: 1, nodes: [{ databaseId: run }] } : { totalCount: 0, nodes: [] },
      })),
    );
    expect(few.counts.apps.nodes).toEqual([{ devices: { totalCount: 3 } }, { devices: { totalCount: 3 } }]);
    const tags = Object.fromEntries(few.counts.tags.nodes.map(({ name, devices }: Json) => [name, devices]));
    expect(userIds(tags.vip)).toEqual(['a1', 'b1']);
    expect([userIds(tags.a), tags.a.totalCount, tags.a.pageInfo.hasNextPage]).toEqual([['a1', 'a3'], 2, false]);
    for (const name of ['c', 'd', 'e']) await addApp(user, name);
    const many = await read(5);
    expect(many.lists.apps.nodes).toHaveLength(5);
    // Vitess reads a page and a count of runs for each application.
    const { isVitess } = database;
    expect(many.statements).toBe(few.statements + (isVitess ? 2 * 3 : 0));
    database.isVitess = true;
    const onVitess = await read(5).finally(() => {
      database.isVitess = isVitess;
    });
    expect(onVitess.lists).toEqual(many.lists);
  });

  test('an archived or excluded application lists no schedulers', async () => {
    const user = await app().newUser();
    const [a, b] = [await addApp(user, 'a'), await addApp(user, 'b')];
    await user.data(
      `mutation ($id: ID!) { autoPushSchedulerCreate(input: { name: "One", audience: { apps: { appIds: [$id] } }, delay: "1h" }) {
        scheduler { id } userErrors { message } } }`,
      { id: a.id },
    );
    const read = async () => {
      const { apps } = await user.data('{ apps(orderBy: { field: ID }) { nodes { schedulers { nodes { name } } } } }');
      return apps.nodes.map(({ schedulers }: Json) => schedulers.nodes.map(({ name }: Json) => name));
    };
    expect(await read()).toEqual([['One'], []]);
    const same = await user.data('query ($id: ID!) { schedulers(where: { appId: $id }) { nodes { name } } }', {
      id: a.id,
    });
    expect(same.schedulers.nodes).toEqual([{ name: 'One' }]);
    await user.data('mutation ($id: ID!) { appArchive(id: $id) { userErrors { message } } }', { id: a.id });
    expect(await read()).toEqual([[], []]);
    expect(b.id).not.toBe(a.id);
  });

  test('an index finds the lists, however large the tables are', async () => {
    const { database } = app();
    const user = await app().newUser();
    await addApp(user, 'a');
    const [queries, longReads] = [jest.spyOn(database, 'query'), jest.spyOn(database, 'longRead')];
    await user.data(
      '{ apps { nodes { runs(first: 5) { nodes { databaseId } } } } tags { nodes { devices(first: 5) { nodes { deviceId } } } } }',
    );
    const asked = [...queries.mock.calls, ...longReads.mock.calls.map(([, ...statement]) => statement)];
    for (const spy of [queries, longReads]) spy.mockRestore();
    const looked = asked.filter(([sql]) => /batch_count|FROM device_tag/.test(sql));
    expect(looked.length).toBeGreaterThan(1);
    // Vitess explains no statement over both keyspaces; that it answered is enough.
    if (database.isVitess) return;
    for (const [sql, parameters] of looked) {
      const steps: Json[] = await database.query(
        database.dialect.name === 'sqlite' ? `EXPLAIN QUERY PLAN ${sql}` : `EXPLAIN ${sql}`,
        parameters,
      );
      const scans = steps.filter(({ detail, type, table }) =>
        detail === undefined ? type === 'ALL' && /^(c|t|r)$/.test(table ?? '') : /^SCAN (c|t|r)\b/.test(detail),
      );
      expect([sql, scans]).toEqual([sql, []]);
    }
  });
});
