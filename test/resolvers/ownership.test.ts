import { describe, expect, test } from '@jest/globals';
import { createAutoPush, createPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

/** The query or list of each noun. */
const SINGLES = [
  'app',
  'appGroup',
  'customEvent',
  'push',
  'scheduler',
  'segment',
  'tag',
  'tagGroup',
  'user',
  'webhook',
] as const;
const LISTS = [
  'apps',
  'appGroups',
  'attributeDefinitions',
  'drafts',
  'messageTemplates',
  'pushes',
  'schedulers',
  'segments',
  'tags',
  'tagGroups',
  'users',
  'webhooks',
] as const;

/** Mutations by the noun they change; each would succeed for the owner. */
const MUTATIONS: Readonly<Record<string, readonly string[]>> = {
  appGroup: [
    'appGroupUpdate(id: $id, input: { name: "x", allApps: true })',
    'appGroupArchive(id: $id)',
    'appGroupUnarchive(id: $id)',
    'appGroupDelete(id: $id)',
  ],
  tagGroup: ['tagGroupUpdate(id: $id, input: { name: "x", tags: [] })', 'tagGroupDelete(id: $id)'],
  customEvent: [
    'customEventUpdate(id: $id, input: { name: "x", code: "x" })',
    'customEventActivate(id: $id)',
    'customEventDeactivate(id: $id)',
    'customEventDelete(id: $id)',
  ],
  campaignDraft: ['draftSave(id: $id, name: "x", content: {})', 'draftDelete(id: $id)'],
  messageTemplate: ['messageTemplateUpdate(id: $id, input: { name: "x" })', 'messageTemplateDelete(id: $id)'],
  webhook: [
    'webhookUpdate(id: $id, input: { description: "x" })',
    'webhookRotateSecret(id: $id)',
    'webhookDisable(id: $id)',
    'webhookEnable(id: $id)',
    'webhookTest(id: $id, type: RUN_STARTED)',
    'webhookReplay(id: $id, input: { from: "2026-01-01T00:00:00Z" })',
    'webhookDelete(id: $id)',
  ],
  segment: ['segmentUpdate(id: $id, input: { name: "x" })', 'segmentDelete(id: $id)'],
  scheduler: [
    'schedulerDuplicate(id: $id)',
    `campaignUpdate(id: $id, input: { scheduler: { autoPush: { name: "x", audience: { apps: { all: true } } } }
       pushes: [{ defaultLang: "en", translations: [{ language: "en", title: "x", text: "x" }] }] })`,
  ],
  apiKey: ['apiKeyRotate(id: $id)', 'apiKeyRevoke(id: $id)'],
};

describe.each(eachDatabase())("another owner's objects, $name", (kind) => {
  const app = useGraphApp(kind);

  const makeAll = async (user: GraphUser): Promise<Record<string, string>> => {
    const own = await createWebApp(user);
    const [push, scheduler] = [await createPush(user), await createAutoPush(user)];
    await app().database.tx((tx) =>
      tx.query('INSERT INTO tag (user_id, name, ordinal) VALUES (?, ?, ?)', [user.userId, 'vip', 0]),
    );
    const made = await user.data(
      `mutation ($app: ID!) {
         appGroupCreate(input: { name: "g", appIds: [$app] }) { appGroup { id } }
         tagGroupCreate(input: { name: "g", tags: ["t"] }) { tagGroup { id } }
         customEventCreate(input: { name: "e", code: "mine" }) { customEvent { id } }
         apiKeyCreate(input: { scopes: [READ] }) { apiKey { id } }
         draftSave(name: "d", content: { step: 1 }) { draft { id } }
         webhookCreate(input: { url: "https://example.com/hook" }) { webhook { id } }
         segmentCreate(input: { name: "s", tree: { country: { in: ["DE"] } } }) { segment { id } }
         messageTemplateCreate(input: { name: "t", content: { defaultLang: "en", translations: [
           { language: "en", title: "x", text: "x" }] } }) { messageTemplate { id } }
         usersUpsert(input: { users: [{ externalUserId: "ann", attributes: {} }] }) { results { user { id } } }
         attributeDefine(input: { key: "plan", type: STRING }) { attributeDefinition { id } }
       }`,
      { app: own.id },
    );
    const { tags } = await user.data('{ tags { nodes { id } } }');
    return {
      app: own.id,
      appGroup: made.appGroupCreate.appGroup.id,
      tag: tags.nodes[0].id,
      tagGroup: made.tagGroupCreate.tagGroup.id,
      customEvent: made.customEventCreate.customEvent.id,
      push: push.id,
      scheduler: scheduler.id,
      apiKey: made.apiKeyCreate.apiKey.id,
      campaignDraft: made.draftSave.draft.id,
      webhook: made.webhookCreate.webhook.id,
      segment: made.segmentCreate.segment.id,
      messageTemplate: made.messageTemplateCreate.messageTemplate.id,
      user: made.usersUpsert.results[0].user.id,
      attributeDefinition: made.attributeDefine.attributeDefinition.id,
    };
  };

  test('are null by id, node and nodes, and in no list', async () => {
    const [owner, stranger] = [await app().newUser(), await app().newUser()];
    const ids = await makeAll(owner);
    for (const single of SINGLES) {
      const query = `query ($id: ID!) { ${single}(id: $id) { id } }`;
      expect((await owner.data(query, { id: ids[single] }))[single]).toEqual({ id: ids[single] });
      expect([single, (await stranger.data(query, { id: ids[single] }))[single]]).toEqual([single, null]);
    }
    const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const all = Object.values(ids);
    expect((await owner.data(nodes, { ids: all })).nodes).toEqual(all.map((id) => ({ id })));
    expect((await stranger.data(nodes, { ids: all })).nodes).toEqual(all.map(() => null));
    const lists = await stranger.data(
      `{ ${LISTS.map((list) => `${list} { totalCount }`).join(' ')} customEvents { nodes { system } }
         viewer { apiKeys { totalCount } } }`,
    );
    expect(LISTS.map((list) => lists[list].totalCount)).toEqual(LISTS.map(() => 0));
    expect(lists.customEvents.nodes.every((event: Json) => event.system)).toBe(true);
    expect(lists.viewer.apiKeys.totalCount).toBe(1);
  });

  test('are NOT_FOUND for every mutation, which changes nothing', async () => {
    const [owner, stranger] = [await app().newUser(), await app().newUser()];
    const ids = await makeAll(owner);
    const look = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on AppGroup { name archived } ... on TagGroup { name tags }
      ... on CustomEvent { name active } ... on CampaignDraft { name content version } ... on MessageTemplate { name content updatedAt } ... on Segment { name tree updatedAt } ... on ApiKey { revokedAt expiresAt } } }`;
    const before = await owner.data(look, { ids: Object.values(ids) });
    for (const [noun, mutations] of Object.entries(MUTATIONS)) {
      for (const mutation of mutations) {
        const answer = await stranger.data(`mutation ($id: ID!) { done: ${mutation} { userErrors { field code } } }`, {
          id: ids[noun],
        });
        expect([mutation, answer.done.userErrors]).toEqual([mutation, [{ field: ['id'], code: 'NOT_FOUND' }]]);
      }
    }
    expect(await owner.data(look, { ids: Object.values(ids) })).toEqual(before);
  });

  test('are refused as unknown in inputs', async () => {
    const [owner, stranger] = [await app().newUser(), await app().newUser()];
    const ids = await makeAll(owner);
    const own = await createWebApp(stranger);
    const group = await stranger.data(
      'mutation ($id: ID!) { appGroupCreate(input: { name: "g", appIds: [$id] }) { appGroup { id } userErrors { field code } } }',
      { id: ids.app },
    );
    expect(group.appGroupCreate).toEqual({
      appGroup: null,
      userErrors: [{ field: ['input', 'appIds', '0'], code: 'NOT_FOUND' }],
    });
    const create = `mutation ($input: AutoPushSchedulerInput!) {
      autoPushSchedulerCreate(input: $input) { scheduler { id } userErrors { field code } } }`;
    const audiences = [
      ['input.audience.apps.groupIds', { apps: { appIds: [own.id], groupIds: [ids.appGroup] } }],
      ['input.audience.tags.includeGroupIds', { apps: { all: true }, tags: { includeGroupIds: [ids.tagGroup] } }],
      ['input.audience.events.include', { apps: { all: true }, events: { include: ['mine'] } }],
    ] as const;
    for (const [field, audience] of audiences) {
      const { autoPushSchedulerCreate } = await stranger.data(create, { input: { name: 'x', audience } });
      expect(autoPushSchedulerCreate).toEqual({
        scheduler: null,
        userErrors: [{ field: [...field.split('.'), '0'], code: 'NOT_FOUND' }],
      });
    }
  });
});
