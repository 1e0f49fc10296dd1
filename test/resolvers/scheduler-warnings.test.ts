import { describe, expect, test } from '@jest/globals';
import { createAutoPush, createPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const LIST = '{ schedulers { nodes { name warnings { code message } } } }';

const PAYLOAD = '{ scheduler { active warnings { code } } warnings { code message } userErrors { message } }';

const activate = async (user: GraphUser, id: string) =>
  (await user.data(`mutation ($id: ID!) { schedulerActivate(id: $id) ${PAYLOAD} }`, { id })).schedulerActivate;

const bind = async (user: GraphUser, id: string, pushIds: readonly string[]) => {
  const mutation = `mutation ($id: ID!, $pushIds: [ID!]!) { schedulerBindPushes(id: $id, pushIds: $pushIds) ${PAYLOAD} }`;
  return (await user.data(mutation, { id, pushIds })).schedulerBindPushes;
};

describe.each(eachDatabase())('warnings of a scheduler, $name', (kind) => {
  const app = useGraphApp(kind);
  const codes = (warnings: readonly { code: string }[]): string[] => warnings.map(({ code }) => code);

  test('come with its successful activation, and disappear as the missing parts are added', async () => {
    const user = await app().newUser();
    const web = await createWebApp(user);
    const scheduler = await createAutoPush(user);
    const activated = await activate(user, scheduler.id);
    expect(activated).toMatchObject({
      scheduler: { active: true, warnings: [{ code: 'NO_ACTIVE_PUSH' }, { code: 'NO_DEVICES' }] },
      userErrors: [],
    });
    expect(codes(activated.warnings)).toEqual(['NO_ACTIVE_PUSH', 'NO_DEVICES']);
    const push = await createPush(user);
    const bound = await bind(user, scheduler.id, [push.id]);
    expect(codes(bound.warnings)).toEqual(['NO_DEVICES']);
    await app().database.tx((tx) =>
      tx.query(
        `INSERT INTO device (app_id, id, token_hash, token, token_at, active, has_tags, registered_at, seen_at)
         VALUES (${web.databaseId}, 900000000, 'x', 'x', 0, 1, 0, 0, 0)`,
      ),
    );
    expect((await user.data(LIST)).schedulers.nodes).toEqual([{ name: 'Auto', warnings: [] }]);
    await user.data('mutation ($id: ID!) { pushDeactivate(id: $id) { userErrors { message } } }', { id: push.id });
    const [node] = (await user.data(LIST)).schedulers.nodes;
    expect(node.warnings).toEqual([
      { code: 'NO_ACTIVE_PUSH', message: expect.stringContaining('No active push is bound') },
    ]);
  });

  test('report lists that exclude every application', async () => {
    const user = await app().newUser();
    const web = await createWebApp(user);
    await createAutoPush(user);
    await user.data('mutation ($id: ID!) { appArchive(id: $id) { userErrors { message } } }', { id: web.id });
    const [node] = (await user.data(LIST)).schedulers.nodes;
    expect(codes(node.warnings)).toEqual(['NO_ACTIVE_PUSH', 'NO_APPLICATIONS']);
  });

  test('take as many statements for a list as for one', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const count = async (): Promise<number> => {
      const before = app().database.statements.count;
      await user.data(LIST);
      return app().database.statements.count - before;
    };
    await createAutoPush(user);
    const few = await count();
    for (let index = 0; index < 4; index += 1) await createAutoPush(user);
    expect(await count()).toBe(few);
  });

  test('agree with the state, however the applications are specified', async () => {
    const user = await app().newUser();
    const [web, empty, archived] = [
      await createWebApp(user),
      await createWebApp(user, 'Empty'),
      await createWebApp(user, 'Archived'),
    ];
    await registerBrowsers(user, web.id, [{}]);
    await registerBrowsers(user, archived.id, [{}]);
    const makeGroup = async (input: Json): Promise<string> => {
      const mutation = 'mutation ($input: AppGroupInput!) { appGroupCreate(input: $input) { appGroup { id } } }';
      return (await user.data(mutation, { input })).appGroupCreate.appGroup.id;
    };
    const [group, ofNobody, everybody] = [
      await makeGroup({ name: 'g', appIds: [web.id, archived.id] }),
      await makeGroup({ name: 'e', appIds: [empty.id] }),
      await makeGroup({ name: 'a', allApps: true }),
    ];
    const put = await makeGroup({ name: 'archived', appIds: [web.id] });
    const selections = [
      { all: true },
      { all: true, exceptAppIds: [web.id] },
      { all: true, exceptGroupIds: [group] },
      { all: true, exceptGroupIds: [put] },
      { appIds: [web.id] },
      { appIds: [empty.id] },
      { appIds: [web.id, empty.id], exceptGroupIds: [group] },
      { groupIds: [group] },
      { groupIds: [ofNobody] },
      { groupIds: [ofNobody, group] },
      { groupIds: [everybody] },
      { groupIds: [everybody], exceptAppIds: [web.id] },
      { groupIds: [put], appIds: [empty.id] },
    ];
    for (const [index, apps] of selections.entries()) {
      const { campaignCreate } = await user.data(
        `mutation ($input: CampaignInput!) { campaignCreate(input: $input) { userErrors { field message } } }`,
        {
          input: {
            autoPush: {
              scheduler: { name: `${index}`, audience: { apps } },
              pushes: [{ defaultLang: 'en', translations: [{ language: 'en', title: 't', text: 't' }] }],
              activate: true,
            },
          },
        },
      );
      expect([index, campaignCreate.userErrors]).toEqual([index, []]);
    }
    await user.data(
      `mutation ($app: ID!, $group: ID!) { appArchive(id: $app) { userErrors { code } }
         appGroupArchive(id: $group) { userErrors { code } } }`,
      { app: archived.id, group: put },
    );
    const { schedulers } = await user.data('{ schedulers(first: 50) { nodes { name status warnings { code } } } }');
    const states = schedulers.nodes.map(({ status }: Json) => status);
    expect(states).toEqual(
      schedulers.nodes.map(({ warnings }: Json) => (warnings.length > 0 ? 'NOTHING_TO_SEND' : 'LISTENING')),
    );
    expect(new Set(states).size).toBe(2);
  });
});
