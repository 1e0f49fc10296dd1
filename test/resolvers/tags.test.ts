import { describe, expect, test } from '@jest/globals';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const GROUP = 'id name tags';
const ERRORS = 'userErrors { field message code }';

describe.each(eachDatabase())('tags and their groups, $name', (kind) => {
  const app = useGraphApp(kind);

  const createGroup = async (user: GraphUser, tags: string[], name = 'Group'): Promise<Json> =>
    (
      await user.data(
        `mutation ($input: TagGroupInput!) {
           tagGroupCreate(input: $input) { tagGroup { ${GROUP} } ${ERRORS} } }`,
        { input: { name, tags } },
      )
    ).tagGroupCreate;

  const register = async (user: GraphUser, appId: number, audiences: string[]): Promise<void> => {
    const caller = { userId: user.userId, keyId: 0, scopes: ['read' as const] };
    const own = await app().services.apps.get(caller, appId);
    const endpoint = `https://push.example.com/${crypto.randomUUID()}`;
    const keys = { p256dh: P256DH, auth: 'AAAAAAAAAAAAAAAAAAAAAA' };
    await app().services.devices.register(own, { subscription: { endpoint, ...keys }, audiences }, null);
  };

  test('a tag exists once a device has it, with its device count', async () => {
    const [user, other] = [await app().newUser(), await app().newUser()];
    const { databaseId } = await createWebApp(user);
    await register(user, databaseId, ['vip', 'beta']);
    await register(user, databaseId, ['vip']);
    await register(other, (await createWebApp(other)).databaseId, ['vip']);
    const { tags } = await user.data(
      '{ tags(orderBy: { field: NAME }) { totalCount nodes { id name deviceCount createdAt } } }',
    );
    expect(tags.totalCount).toBe(2);
    const createdAt = new Date(app().clock.now()).toISOString();
    expect(tags.nodes).toMatchObject([
      { name: 'beta', deviceCount: 1, createdAt },
      { name: 'vip', deviceCount: 2, createdAt },
    ]);
    const found = await user.data('{ tags(where: { nameContains: "ip" }) { nodes { name } } }');
    expect(found.tags.nodes).toEqual([{ name: 'vip' }]);
    const none = await user.data('{ tags(where: { nameContains: "VIP" }) { nodes { name } } }');
    expect(none.tags.nodes).toEqual([]);
    const again = await user.data('query ($id: ID!) { tag(id: $id) { name } node(id: $id) { id } }', {
      id: tags.nodes[0].id,
    });
    expect(again).toEqual({ tag: { name: 'beta' }, node: { id: tags.nodes[0].id } });
  });

  test('devices are counted only on request', async () => {
    const user = await app().newUser();
    await register(user, (await createWebApp(user)).databaseId, ['vip']);
    const statements: string[] = [];
    app().database.statements.listener = (sql) => statements.push(sql);
    await user.data('{ tags { nodes { name } } }');
    app().database.statements.listener = null;
    expect(statements.filter((sql) => sql.includes('device_tag'))).toEqual([]);
  });

  test('a group is created, replaced, listed and deleted; a repeated tag counts once', async () => {
    const user = await app().newUser();
    const { tagGroup, userErrors } = await createGroup(user, ['a', 'b', 'a']);
    expect([tagGroup.tags, userErrors]).toEqual([['a', 'b'], []]);
    const { tagGroupUpdate } = await user.data(
      `mutation ($id: ID!) { tagGroupUpdate(id: $id, input: { name: "New", tags: [] }) {
         tagGroup { ${GROUP} } ${ERRORS} } }`,
      { id: tagGroup.id },
    );
    expect(tagGroupUpdate.tagGroup).toEqual({ id: tagGroup.id, name: 'New', tags: [] });
    const { tagGroups } = await user.data(`{ tagGroups(where: { nameContains: "ne" }) { nodes { ${GROUP} } } }`);
    expect(tagGroups.nodes).toEqual([tagGroupUpdate.tagGroup]);
    const remove = `mutation ($id: ID!) { tagGroupDelete(id: $id) { deletedId ${ERRORS} } }`;
    expect((await user.data(remove, { id: tagGroup.id })).tagGroupDelete.deletedId).toBe(tagGroup.id);
    expect((await user.data('{ tagGroups { totalCount } }')).tagGroups.totalCount).toBe(0);
  });

  test('broken rules are reported with their place', async () => {
    const user = await app().newUser();
    const { tagGroup, userErrors } = await createGroup(user, ['good', ' bad '], '');
    expect(tagGroup).toBeNull();
    expect(userErrors.map((error: Json) => error.field.join('.'))).toEqual(['input.name', 'input.tags.1']);
  });

  test('a scheduler that includes only a deleted group reports that it reaches nobody', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const { tagGroup } = await createGroup(user, ['a']);
    const keep = await createGroup(user, ['b']);
    const make = async (name: string, tags: Json): Promise<void> => {
      const { autoPushSchedulerCreate } = await user.data(
        `mutation ($input: AutoPushSchedulerInput!) {
           autoPushSchedulerCreate(input: $input) { scheduler { id } ${ERRORS} } }`,
        { input: { name, audience: { apps: { all: true }, tags } } },
      );
      expect(autoPushSchedulerCreate.userErrors).toEqual([]);
    };
    await make('Sole', { includeGroupIds: [tagGroup.id] });
    await make('Beside a group', { includeGroupIds: [tagGroup.id, keep.tagGroup.id] });
    await make('Beside a tag', { includeGroupIds: [tagGroup.id], include: ['t'] });
    await make('Excludes', { excludeGroupIds: [tagGroup.id] });
    const uses = await user.data('{ tagGroups { nodes { schedulers { totalCount } } } }');
    expect(uses.tagGroups.nodes.map((group: Json) => group.schedulers.totalCount)).toEqual([4, 1]);
    await user.data('mutation ($id: ID!) { tagGroupDelete(id: $id) { deletedId } }', { id: tagGroup.id });
    const { schedulers } = await user.data(
      '{ schedulers { nodes { audience { tags { onlyIncluded include includeGroups { tags } excludeGroups { id } } } } } }',
    );
    expect(schedulers.nodes.map((node: Json) => node.audience.tags)).toEqual([
      { onlyIncluded: true, include: [], includeGroups: [], excludeGroups: [] },
      { onlyIncluded: true, include: [], includeGroups: [{ tags: ['b'] }], excludeGroups: [] },
      { onlyIncluded: true, include: ['t'], includeGroups: [], excludeGroups: [] },
      { onlyIncluded: false, include: [], includeGroups: [], excludeGroups: [] },
    ]);
  });
});

/** A point on the curve. */
const P256DH = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';
