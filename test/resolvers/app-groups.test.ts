import { describe, expect, test } from '@jest/globals';
import { createAutoPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const GROUP = 'id name allApps archived apps { nodes { name } totalCount }';
const ERRORS = 'userErrors { field message code }';
const CREATE = `mutation ($input: AppGroupInput!, $key: String) {
  appGroupCreate(input: $input, idempotencyKey: $key) { appGroup { ${GROUP} } ${ERRORS} } }`;

describe.each(eachDatabase())('application groups, $name', (kind) => {
  const app = useGraphApp(kind);

  const create = async (user: GraphUser, members: Json, name = 'Group'): Promise<Json> =>
    (await user.data(CREATE, { input: { name, ...members } })).appGroupCreate;

  test('a group has the applications that it names, or all that are not archived', async () => {
    const user = await app().newUser();
    const [first, second] = [await createWebApp(user, 'First'), await createWebApp(user, 'Second')];
    const some = await create(user, { appIds: [second.id] }, 'Some');
    expect(some.userErrors).toEqual([]);
    expect(some.appGroup).toMatchObject({ allApps: false, apps: { nodes: [{ name: 'Second' }], totalCount: 1 } });
    await create(user, { allApps: true }, 'All');
    await user.data('mutation ($id: ID!) { appArchive(id: $id) { userErrors { code } } }', { id: first.id });
    const { appGroups, app: asked } = await user.data(
      `query ($id: ID!) { appGroups(orderBy: { field: NAME }) { nodes { name apps { nodes { name } } } }
         app(id: $id) { groups { name } } }`,
      { id: second.id },
    );
    const members = appGroups.nodes.map((group: Json) => [group.name, group.apps.nodes.map((node: Json) => node.name)]);
    expect(members).toEqual([
      ['All', ['Second']],
      ['Some', ['Second']],
    ]);
    expect(asked.groups.map((group: Json) => group.name)).toEqual(['Some', 'All']);
  });

  test('an update replaces name and members, and invalid input changes nothing', async () => {
    const user = await app().newUser();
    const [first, second] = [await createWebApp(user, 'First'), await createWebApp(user, 'Second')];
    const { appGroup } = await create(user, { appIds: [first.id] });
    const update = `mutation ($id: ID!, $input: AppGroupInput!) {
      appGroupUpdate(id: $id, input: $input) { appGroup { ${GROUP} } ${ERRORS} } }`;
    const replaced = await user.data(update, { id: appGroup.id, input: { name: 'New', appIds: [second.id] } });
    expect(replaced.appGroupUpdate.appGroup).toMatchObject({ name: 'New', apps: { nodes: [{ name: 'Second' }] } });
    const empty = await user.data(update, { id: appGroup.id, input: { name: '', appIds: [] } });
    expect(empty.appGroupUpdate.appGroup).toBeNull();
    expect(empty.appGroupUpdate.userErrors.map((error: Json) => error.field.join('.'))).toEqual([
      'input.name',
      'input.appIds',
    ]);
    const wrong = await user.data(update, { id: appGroup.id, input: { name: 'x', appIds: [appGroup.id] } });
    expect(wrong.appGroupUpdate.userErrors).toMatchObject([{ field: ['input', 'appIds', '0'], code: 'NOT_FOUND' }]);
    const both = await user.data(update, { id: appGroup.id, input: { name: 'x', allApps: true, appIds: [first.id] } });
    expect(both.appGroupUpdate.userErrors).toMatchObject([{ field: ['input', 'appIds'], code: 'INVALID' }]);
    const { appGroup: after } = await user.data(`query ($id: ID!) { appGroup(id: $id) { ${GROUP} } }`, {
      id: appGroup.id,
    });
    expect(after).toEqual(replaced.appGroupUpdate.appGroup);
  });

  test('a list is filtered by archived and by part of the name', async () => {
    const user = await app().newUser();
    const { appGroup } = await create(user, { allApps: true }, 'Winter');
    await create(user, { allApps: true }, 'Summer');
    const archive = 'mutation ($id: ID!) { appGroupArchive(id: $id) { appGroup { archived } } }';
    expect((await user.data(archive, { id: appGroup.id })).appGroupArchive.appGroup.archived).toBe(true);
    const names = async (where: string) => {
      const { appGroups } = await user.data(`{ appGroups(where: ${where}) { totalCount nodes { name } } }`);
      return appGroups.nodes.map((node: Json) => node.name);
    };
    expect(await names('{ archived: true }')).toEqual(['Winter']);
    expect(await names('{ archived: false, nameContains: "summ" }')).toEqual(['Summer']);
    expect(await names(`{ nameContains: "${'😀'.repeat(255)}" }`)).toEqual([]);
    const { errors } = await user.query(`{ appGroups(where: { nameContains: "${'😀'.repeat(256)}" }) { totalCount } }`);
    expect(errors).toMatchObject([
      { message: 'A text in `where` has at most 255 characters.', extensions: { code: 'BAD_USER_INPUT' } },
    ]);
    const unarchive = 'mutation ($id: ID!) { appGroupUnarchive(id: $id) { appGroup { archived } } }';
    expect((await user.data(unarchive, { id: appGroup.id })).appGroupUnarchive.appGroup.archived).toBe(false);
  });

  test('it lists the schedulers that name it, and is removed from them when it is deleted', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const { appGroup } = await create(user, { allApps: true });
    await createAutoPush(user, 'Free of it');
    for (const [name, apps] of [
      ['Includes', { groupIds: [appGroup.id] }],
      [
        'Excludes',
        { all: true, exceptGroupIds: [(await create(user, { appIds: [(await createWebApp(user)).id] })).appGroup.id] },
      ],
    ] as const) {
      const { autoPushSchedulerCreate } = await user.data(
        `mutation ($input: AutoPushSchedulerInput!) {
           autoPushSchedulerCreate(input: $input) { scheduler { id } ${ERRORS} } }`,
        { input: { name, audience: { apps } } },
      );
      expect(autoPushSchedulerCreate.userErrors).toEqual([]);
    }
    const { appGroups } = await user.data('{ appGroups { nodes { schedulers { totalCount nodes { name } } } } }');
    expect(appGroups.nodes.map((group: Json) => group.schedulers)).toEqual([
      { totalCount: 1, nodes: [{ name: 'Includes' }] },
      { totalCount: 1, nodes: [{ name: 'Excludes' }] },
    ]);
    const remove = `mutation ($id: ID!) { appGroupDelete(id: $id) { deletedId ${ERRORS} } }`;
    expect((await user.data(remove, { id: appGroup.id })).appGroupDelete.deletedId).toBe(appGroup.id);
    expect((await user.data('query ($id: ID!) { appGroup(id: $id) { id } }', { id: appGroup.id })).appGroup).toBeNull();
    expect((await user.data(remove, { id: appGroup.id })).appGroupDelete.userErrors[0].code).toBe('NOT_FOUND');
  });

  test('the list also returns the ids of its applications, at a higher cost than a field', async () => {
    const user = await app().newUser();
    const { id } = await createWebApp(user);
    await create(user, { appIds: [id] });
    const answer = await user.query('{ appGroups(first: 5) { nodes { appIds } } }');
    expect(answer.data.appGroups.nodes).toEqual([{ appIds: [id] }]);
    expect(answer.body.extensions.cost.requested).toBeGreaterThan(500);
    expect(
      (await user.query('{ appGroups(first: 5) { nodes { name } } }')).body.extensions.cost.requested,
    ).toBeLessThan(50);
  });

  test('the same idempotency key creates only once', async () => {
    const user = await app().newUser();
    const input = { name: 'Once', allApps: true };
    const first = await user.data(CREATE, { input, key: 'g1' });
    expect(await user.data(CREATE, { input, key: 'g1' })).toEqual(first);
    expect((await user.data('{ appGroups { totalCount } }')).appGroups.totalCount).toBe(1);
  });
});
