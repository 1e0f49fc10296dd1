import { describe, expect, test } from '@jest/globals';
import { Scheduler } from '../../src/entities/scheduler.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { createAutoPush, createPush, createRun, createWebApp } from './support/factories.js';
import { type GraphUser, type Json, useGraphApp } from './support/graph-app.js';

const PAGE =
  'edges { cursor node { name } } nodes { name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const APPS = `query ($first: Int, $after: String, $last: Int, $before: String, $orderBy: AppOrderInput) {
  apps(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy) { ${PAGE} } }`;

describe.each(eachDatabase())('connections, $name', (kind) => {
  const app = useGraphApp(kind);
  const names = (connection: Json): string[] => connection.nodes.map((node: { name: string }) => node.name);

  const userWithApps = async (...all: string[]): Promise<GraphUser> => {
    const user = await app().newUser();
    for (const name of all) await createWebApp(user, name);
    return user;
  };

  test('a list is paged forward and backward in any order, with ties broken by id', async () => {
    const user = await userWithApps('b', 'a', 'c', 'a', 'b');
    for (const [direction, expected] of [
      ['ASC', ['a', 'a', 'b', 'b', 'c']],
      ['DESC', ['c', 'b', 'b', 'a', 'a']],
    ] as const) {
      const orderBy = { field: 'NAME', direction };
      const forward: string[] = [];
      for (let after = null as string | null, more = true; more; ) {
        const { apps } = await user.data(APPS, { first: 2, after, orderBy });
        expect(names(apps).length).toBeLessThanOrEqual(2);
        expect(apps.pageInfo.hasPreviousPage).toBe(after !== null);
        forward.push(...names(apps));
        ({ endCursor: after, hasNextPage: more } = apps.pageInfo);
      }
      expect(forward).toEqual(expected);
      const backward: string[] = [];
      for (let before = null as string | null, more = true; more; ) {
        const { apps } = await user.data(APPS, { last: 2, before, orderBy });
        expect(apps.pageInfo.hasNextPage).toBe(before !== null);
        backward.unshift(...names(apps));
        ({ startCursor: before, hasPreviousPage: more } = apps.pageInfo);
      }
      expect(backward).toEqual(expected);
    }
  });

  test('edges and page info carry the cursors of the page', async () => {
    const user = await userWithApps('a', 'b', 'c');
    const { apps } = await user.data(APPS, { first: 2 });
    expect(apps.edges.map((edge: Json) => edge.node.name)).toEqual(['a', 'b']);
    expect(apps.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: apps.edges[0].cursor,
      endCursor: apps.edges[1].cursor,
    });
    const between = await user.data(APPS, { after: apps.edges[0].cursor, before: apps.edges[1].cursor });
    expect(between.apps.nodes).toEqual([]);
    const none = await user.data(APPS, { first: 0 });
    expect(none.apps.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: null,
    });
  });

  test('inserted and deleted rows do not shift the remaining pages', async () => {
    const user = await userWithApps('a', 'c', 'e');
    const orderBy = { field: 'NAME', direction: 'ASC' };
    const { apps } = await user.data(APPS, { first: 2, orderBy });
    await createWebApp(user, 'b');
    await createWebApp(user, 'd');
    const rest = await user.data(APPS, { after: apps.pageInfo.endCursor, orderBy });
    expect(names(rest.apps)).toEqual(['d', 'e']);
  });

  test('a cursor of another list or order, or a made-up one, is BAD_USER_INPUT', async () => {
    const user = await userWithApps('a', 'b');
    await createPush(user);
    const byName = await user.data(APPS, { first: 1, orderBy: { field: 'NAME', direction: 'ASC' } });
    const pushes = await user.data('{ pushes { pageInfo { endCursor } } }');
    const forged = Buffer.from(JSON.stringify(['app.ID.ASC', "1' OR 1=1"])).toString('base64url');
    for (const after of [byName.apps.pageInfo.endCursor, pushes.pushes.pageInfo.endCursor, forged, 'nonsense', '!']) {
      const { errors } = await user.query(APPS, { after });
      expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
      expect(errors[0].message).toContain('`after`');
    }
  });

  test.each([{ first: -1 }, { last: -1_000_000 }, { first: 1, last: 1 }])(
    'a page of %j is BAD_USER_INPUT',
    async (page) => {
      const user = await app().newUser();
      expect((await user.query(APPS, page)).errors[0].extensions.code).toBe('BAD_USER_INPUT');
    },
  );

  test('a page that is too large is cut to 100, reports that there is more, and affects nothing else', async () => {
    const user = await userWithApps(...Array.from({ length: 103 }, (_, index) => `${index}`));
    const sizes =
      'query ($much: Int!) { start: apps(first: $much) { ...Page } end: apps(last: 101) { ...Page } viewer { user { id } } }';
    const page = 'fragment Page on AppConnection { nodes { databaseId } pageInfo { hasNextPage hasPreviousPage } }';
    const { start, end, viewer } = await user.data(`${sizes} ${page}`, { much: 2 ** 31 - 1 });
    expect([start.nodes.length, start.pageInfo]).toEqual([100, { hasNextPage: true, hasPreviousPage: false }]);
    expect([end.nodes.length, end.pageInfo]).toEqual([100, { hasNextPage: false, hasPreviousPage: true }]);
    expect(viewer.user.id).toEqual(expect.any(String));
  });

  test('nested lists are paged independently', async () => {
    const user = await userWithApps('a');
    const owners = [await createAutoPush(user, 'One'), await createAutoPush(user, 'Two'), await createAutoPush(user)];
    for (const [index, { id }] of owners.slice(0, 2).entries()) {
      const pushIds = [];
      for (let n = 0; n < 3; n += 1) pushIds.push((await createPush(user, `${index}${n}`)).id);
      await user.data(
        'mutation ($id: ID!, $ids: [ID!]!) { schedulerBindPushes(id: $id, pushIds: $ids) { scheduler { id } } }',
        {
          id,
          ids: pushIds,
        },
      );
    }
    const { schedulers } = await user.data(
      `{ schedulers { nodes { pushes(last: 2) { totalCount pageInfo { hasPreviousPage hasNextPage } nodes { translations { title } } } } } }`,
    );
    const titles = (scheduler: Json) => scheduler.pushes.nodes.map((push: Json) => push.translations[0].title);
    expect(schedulers.nodes.map(titles)).toEqual([['01', '02'], ['11', '12'], []]);
    expect(schedulers.nodes.map((scheduler: Json) => scheduler.pushes.totalCount)).toEqual([3, 3, 0]);
    expect(schedulers.nodes[0].pushes.pageInfo).toEqual({ hasPreviousPage: true, hasNextPage: false });
  });

  test('a query takes as many statements for many rows as for one', async () => {
    const user = await userWithApps('a');
    const query = `{ schedulers { totalCount nodes { name audience { apps { apps { name groups { name } } } }
      pushes(first: 5) { totalCount nodes { translations { title } scheduler { name } } }
      runs(first: 5) { nodes { counts { sent } breakdown { byApp { app { name } } } batches { done } failures(first: 5) { nodes { reason app { name } } } } } } }
      runs { nodes { scheduler { name } } } }`;
    const addScheduler = async () => {
      const scheduler = await createAutoPush(user);
      const push = await createPush(user);
      await user.data(
        'mutation ($id: ID!, $ids: [ID!]!) { schedulerBindPushes(id: $id, pushIds: $ids) { scheduler { id } } }',
        {
          id: scheduler.id,
          ids: [push.id],
        },
      );
      await createRun(app().database, { userId: user.userId, schedulerId: scheduler.databaseId });
    };
    const countStatements = async () => {
      const before = app().database.statements.count;
      await user.data(query);
      return app().database.statements.count - before;
    };
    // Two parents, so that nested lists are loaded for several.
    await addScheduler();
    await addScheduler();
    const few = await countStatements();
    for (let n = 0; n < 10; n += 1) await addScheduler();
    expect(await countStatements()).toBe(few);
    expect(few).toBeLessThanOrEqual(20);
  });

  test('lists inside a hundred items take two statements, and each item gets its own list', async () => {
    const user = await userWithApps('a');
    const { databaseId } = await createAutoPush(user);
    const { database } = app();
    await database.tx(async (tx) => {
      const first = await tx.findOneByOrFail(Scheduler, { id: databaseId });
      for (let n = 1; n < 100; n += 1) await tx.insert(Scheduler, { ...first, id: undefined });
    });
    const SCHEDULERS = '{ schedulers(first: 100) { nodes { databaseId } } }';
    const ids = (await user.data(SCHEDULERS)).schedulers.nodes.map((node: Json) => node.databaseId);
    for (const schedulerId of ids) await createRun(database, { userId: user.userId, schedulerId });
    const query = '{ schedulers(first: 100) { nodes { databaseId runs { nodes { scheduler { databaseId } } } } } }';
    const before = database.statements.count;
    const { schedulers } = await user.data(query);
    const owners = schedulers.nodes.map((node: Json) => node.runs.nodes.map((run: Json) => run.scheduler.databaseId));
    expect(owners).toEqual(ids.map((id: number) => [id]));
    // The statements read the key, the schedulers, their runs (two times fifty), and the schedulers again by id.
    expect(database.statements.count - before).toBe(5);
    // One value per item would exceed SQLite's limit of bound values.
    const many = Array.from({ length: 1_000 }, (_, n) => toGlobalId('Scheduler', ids[n % 50]));
    const narrowed = await user.data(
      `query ($ids: [ID!]) {
        schedulers(first: 100) { nodes { runs(where: { schedulerIds: $ids }) { totalCount nodes { id } } } } }`,
      { ids: many },
    );
    const counts = narrowed.schedulers.nodes.map(({ runs }: Json) => [runs.totalCount, runs.nodes.length]);
    expect(counts).toEqual(ids.map((_: number, n: number) => (n < 50 ? [1, 1] : [0, 0])));
  });

  test('the total is counted only on request', async () => {
    const user = await userWithApps('a');
    const statements: string[] = [];
    app().database.statements.listener = (sql) => statements.push(sql);
    await user.data('{ apps { nodes { id } } }');
    expect(statements.filter((sql) => sql.includes('COUNT('))).toEqual([]);
    await user.data('{ apps { totalCount } }');
    app().database.statements.listener = null;
    expect(statements.filter((sql) => sql.includes('COUNT('))).toHaveLength(1);
  });
});
