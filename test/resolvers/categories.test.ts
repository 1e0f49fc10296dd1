import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { databaseIdOf, toGlobalId } from '../../src/schema/global-id.js';
import { BatchWorld, HOUR } from '../delivery/batch-world.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const FIELDS = `id key names { language text } descriptions { language text } kind default androidChannel listed`;
const ERRORS = 'userErrors { field message code }';
const CREATE = `mutation ($input: CategoryInput!, $key: String) {
  categoryCreate(input: $input, idempotencyKey: $key) { category { ${FIELDS} } ${ERRORS} } }`;
const UPDATE = `mutation ($id: ID!, $input: CategoryInput!) {
  categoryUpdate(id: $id, input: $input) { category { ${FIELDS} } ${ERRORS} } }`;
const DELETE = `mutation ($id: ID!) { categoryDelete(id: $id) { deletedId ${ERRORS} } }`;
const PUSH = { defaultLang: 'en', translations: [{ language: 'en', title: 'T', text: 'X' }] };
const PUSH_CREATE = `mutation ($input: PushInput!) {
  pushCreate(input: $input) { push { id category { key } } ${ERRORS} } }`;
const PUSH_UPDATE = `mutation ($id: ID!, $input: PushInput!) {
  pushUpdate(id: $id, input: $input) { push { category { key } } ${ERRORS} } }`;
const CHOOSE = `mutation ($input: PreferencesInput!) { preferencesUpdate(input: $input) {
  preferences { category { key } choice isDefault changedAt source madeFor } ${ERRORS} } }`;
const NEWS = { key: 'news', names: [{ language: 'en', text: 'News' }] };

const data = async (user: { data: GraphUser['data'] }, query: string, variables: Json): Promise<Json> =>
  Object.values((await user.data(query, variables)) as Json)[0];

const SEND = `mutation ($input: MessageSendInput!) { messageSend(input: $input) {
  run { id message { channel category { key } } } ${ERRORS} } }`;

const makeCategory = async (user: { data: GraphUser['data'] }, input: Json = {}): Promise<string> =>
  (await data(user, CREATE, { input: { ...NEWS, ...input } })).category.id;

const codesOf = ({ userErrors }: Json): string[] =>
  userErrors.map(({ field, code }: Json) => `${field?.join('.')} ${code}`);

describe.each(eachDatabase())('categories in the graph, $name', (kind) => {
  const app = useGraphApp(kind);

  test('are created once, replaced, listed, and shown by node and query', async () => {
    const user = await app().newUser();
    const input = {
      ...NEWS,
      names: [...NEWS.names, { language: 'pt-br', text: 'Notícias' }],
      descriptions: [{ language: 'de', text: 'Was es Neues gibt' }],
      kind: 'SERVICE',
      default: 'OFF',
      androidChannel: 'news',
      listed: false,
    };
    const { category } = await data(user, CREATE, { input, key: 'k' });
    const names = [NEWS.names[0], { language: 'pt-BR', text: 'Notícias' }];
    expect(category).toEqual({ ...input, id: category.id, names });
    expect((await data(user, CREATE, { input, key: 'k' })).category.id).toBe(category.id);
    const replaced = await data(user, UPDATE, { id: category.id, input: { ...NEWS, key: 'other' } });
    const defaults = { kind: 'MARKETING', default: 'ON', androidChannel: null, listed: true, descriptions: [] };
    expect(replaced.category).toEqual({ ...NEWS, ...defaults, id: category.id, key: 'other' });
    const found = await user.data(
      `query ($id: ID!) { category(id: $id) { key } node(id: $id) { ... on Category { key } }
         categories(orderBy: { field: KEY }) { totalCount nodes { key } } }`,
      { id: category.id },
    );
    const key = { key: 'other' };
    expect(found).toEqual({ category: key, node: key, categories: { totalCount: 1, nodes: [key] } });
    const log = await user.data('{ auditLog { nodes { summary } } }');
    expect(log.auditLog.nodes.map(({ summary }: Json) => summary.replace(/^.* (?=created|changed)/, ''))).toEqual([
      'changed the category "other".',
      'created the category "news".',
    ]);
  });

  test('are refused with the place of each broken rule', async () => {
    const user = await app().newUser();
    await makeCategory(user);
    const refusalOf = async (input: Json) => codesOf(await data(user, CREATE, { input: { ...NEWS, ...input } }));
    expect(await refusalOf({})).toEqual(['input.key DUPLICATE']);
    for (const key of ['', 'News', '1st', 'x'.repeat(41), 'nébula']) {
      expect(await refusalOf({ key })).toEqual([expect.stringMatching(/^input\.key /)]);
    }
    expect(await refusalOf({ key: 'a', names: [] })).toEqual(['input.names REQUIRED']);
    const text = 'x'.repeat(101);
    const names = [
      { language: 'en', text },
      { language: 'EN', text: 'twice' },
      { language: 'not a language', text: ' ' },
    ];
    expect(await refusalOf({ key: 'a', names })).toEqual([
      'input.names.0.text TOO_LONG',
      'input.names.1.language DUPLICATE',
      'input.names.2.language INVALID',
      'input.names.2.text REQUIRED',
    ]);
    expect(await refusalOf({ key: 'a', kind: 'TRANSACTIONAL', default: 'OFF' })).toEqual(['input.default INVALID']);
  });

  test('belong to one account', async () => {
    const [owner, stranger] = [await app().newUser(), await app().newUser()];
    const id = await makeCategory(owner);
    expect(await stranger.data('query ($id: ID!) { category(id: $id) { key } node(id: $id) { id } }', { id })).toEqual({
      category: null,
      node: null,
    });
    expect(codesOf(await data(stranger, UPDATE, { id, input: NEWS }))).toEqual(['id NOT_FOUND']);
    expect(codesOf(await data(stranger, DELETE, { id }))).toEqual(['id NOT_FOUND']);
    const refused = await data(stranger, PUSH_CREATE, { input: { ...PUSH, categoryId: id } });
    expect(codesOf(refused)).toEqual(['input.categoryId NOT_FOUND']);
    const choices = [{ categoryId: id, choice: 'OFF' }];
    const unknown = await data(stranger, CHOOSE, { input: { externalUserId: 'bob', choices } });
    expect(codesOf(unknown)).toEqual(['input.choices.0.categoryId NOT_FOUND']);
    expect(await makeCategory(stranger)).not.toBe(id);
  });

  test('stay with pushes through updates, campaigns, copies and templates; REST keeps them', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const [news, other] = [await makeCategory(user), await makeCategory(user, { key: 'other' })];
    const input = { ...PUSH, categoryId: news };
    const { push } = await data(user, PUSH_CREATE, { input });
    expect(push.category).toEqual({ key: 'news' });
    const update = async (categoryId?: string | null): Promise<string | null> => {
      const changed = { ...PUSH, ...(categoryId === undefined ? {} : { categoryId }) };
      return (await data(user, PUSH_UPDATE, { id: push.id, input: changed })).push.category?.key ?? null;
    };
    expect([await update(), await update(other), await update(null), await update(news)]).toEqual([
      'news',
      'other',
      null,
      'news',
    ]);
    const caller = { userId: user.userId, keyId: null, scopes: [] };
    await app().services.pushes.updateRestFields(caller, databaseIdOf('Push', push.id) ?? 0, PUSH);
    const kept = await user.data('query ($id: ID!) { push(id: $id) { category { key } } }', push);
    expect(kept.push.category).toEqual({ key: 'news' });
    const wrong = await data(user, PUSH_UPDATE, { id: push.id, input: { ...PUSH, categoryId: push.id } });
    expect(codesOf(wrong)).toEqual(['input.categoryId NOT_FOUND']);
    const content = { name: 'T', content: input };
    const template = await data(
      user,
      'mutation ($input: MessageTemplateInput!) { messageTemplateCreate(input: $input) { messageTemplate { content } } }',
      { input: content },
    );
    expect(template.messageTemplate.content.categoryId).toBe(news);
    const audience = { apps: { all: true } };
    const campaign = { autoPush: { scheduler: { name: 'C', audience }, pushes: [input] } };
    const made = await data(
      user,
      `mutation ($input: CampaignInput!) { campaignCreate(input: $input) {
         scheduler { id pushes { nodes { category { key } } } } ${ERRORS} } }`,
      { input: campaign },
    );
    expect(made.userErrors).toEqual([]);
    expect(made.scheduler.pushes.nodes).toEqual([{ category: { key: 'news' } }]);
    const copy = await data(
      user,
      'mutation ($id: ID!) { schedulerDuplicate(id: $id) { scheduler { pushes { nodes { category { key } } } } } }',
      { id: made.scheduler.id },
    );
    expect(copy.scheduler.pushes.nodes).toEqual([{ category: { key: 'news' } }]);
    const broken = { autoPush: { scheduler: { name: 'C', audience }, pushes: [PUSH, { ...PUSH, categoryId: 'x' }] } };
    const refused = await data(
      user,
      `mutation ($input: CampaignInput!) { campaignCreate(input: $input) { ${ERRORS} } }`,
      { input: broken },
    );
    expect(codesOf(refused)).toEqual(['input.autoPush.pushes.1.categoryId NOT_FOUND']);
    const many = await data(
      user,
      `mutation ($inputs: [PushInput!]!) { pushesCreate(inputs: $inputs) {
         results { push { category { key } } ${ERRORS} } } }`,
      { inputs: [input, { ...PUSH, categoryId: 'x' }] },
    );
    expect(many.results[0].push.category).toEqual({ key: 'news' });
    expect(codesOf(many.results[1])).toEqual(['inputs.1.categoryId NOT_FOUND']);
  });

  test('cannot be deleted while pushes use them, and the refusal names the pushes', async () => {
    const user = await app().newUser();
    const news = await makeCategory(user);
    const { push } = await data(user, PUSH_CREATE, { input: { ...PUSH, categoryId: news } });
    const refused = await data(user, DELETE, { id: news });
    const { databaseId } = (await user.data('query ($id: ID!) { push(id: $id) { databaseId } }', push)).push;
    expect(refused).toEqual({
      deletedId: null,
      userErrors: [{ field: null, code: 'CONFLICT', message: expect.stringContaining(`: ${databaseId}. Give them`) }],
    });
    await data(user, PUSH_UPDATE, { id: push.id, input: { ...PUSH, categoryId: null } });
    expect(await data(user, DELETE, { id: news })).toEqual({ deletedId: news, userErrors: [] });
  });

  test('keep their key and cannot be deleted while a frequency cap uses it', async () => {
    const user = await app().newUser();
    const news = await makeCategory(user);
    const other = { ...NEWS, key: 'other' };
    const setCaps = (categories: Json) =>
      data(user, `mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) { ${ERRORS} } }`, {
        input: {
          frequencyCaps: { onCapped: 'DROP', caps: [{ max: 1, window: 'CALENDAR_DAY', subject: 'USER', categories }] },
        },
      });
    await setCaps(['news']);
    expect(codesOf(await data(user, UPDATE, { id: news, input: other }))).toEqual(['input.key CONFLICT']);
    expect(codesOf(await data(user, DELETE, { id: news }))).toEqual(['undefined CONFLICT']);
    const renamed = { ...NEWS, names: [{ language: 'en', text: 'Latest' }] };
    expect((await data(user, UPDATE, { id: news, input: renamed })).userErrors).toEqual([]);
    await setCaps(null);
    expect((await data(user, UPDATE, { id: news, input: other })).category.key).toBe('other');
    expect((await data(user, DELETE, { id: news })).deletedId).toBe(news);
  });
});

describe.each(eachDatabase())('preferences in the graph, $name', ({ open }) => {
  const start = async () => {
    const database = await open();
    const world = await BatchWorld.start({ database, fakes, sender });
    const graph = await GraphOverWorld.open(world);
    const [one, two] = await world.seedDevices(await world.makeApp('provider_c'), 2, (index) => ({
      externalUserId: index === 0 ? 'bob' : null,
      language: 'en',
    }));
    const ids = [one, two].map((device) => toGlobalId('Device', device?.id ?? 0));
    await graph.data(
      'mutation { usersUpsert(input: { users: [{ externalUserId: "bob", attributes: {} }] }) { userErrors { code } } }',
    );
    const dispose = async () => {
      await graph[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    };
    return { world, graph, bobs: ids[0] ?? '', other: ids[1] ?? '', [Symbol.asyncDispose]: dispose };
  };

  const SEE = `query ($device: ID!) {
    device(id: $device) { preferences { category { key } choice isDefault source madeFor } }
    user(externalUserId: "bob") { preferences { category { key } choice isDefault changedAt } } }`;

  test('show every choice with its time and source, for devices and users', async () => {
    await using set = await start();
    const news = await makeCategory(set.graph);
    await makeCategory(set.graph, { key: 'hidden', listed: false });
    const choices = [
      { categoryId: news, choice: 'OFF' },
      { allMarketing: true, choice: 'OFF' },
    ];
    const updated = await data(set.graph, CHOOSE, { input: { deviceId: set.bobs, choices } });
    const changedAt = new Date(set.world.clock.now()).toISOString();
    const made = { choice: 'OFF', isDefault: false, changedAt, source: 'API', madeFor: 'USER' };
    const none = { choice: 'ON', isDefault: true, changedAt: null, source: null, madeFor: null };
    expect(updated).toEqual({
      preferences: [
        { ...made, category: { key: 'news' } },
        { ...none, category: { key: 'hidden' } },
        { ...made, category: null },
      ],
      userErrors: [],
    });
    const bob = await set.graph.data(SEE, { device: set.bobs });
    expect(bob.user.preferences.map(({ choice }: Json) => choice)).toEqual(['OFF', 'ON', 'OFF']);
    expect(bob.device.preferences.map(({ choice }: Json) => choice)).toEqual(['OFF', 'ON', 'OFF']);
    const other = await set.graph.data(SEE, { device: set.other });
    expect(other.device.preferences.map(({ choice }: Json) => choice)).toEqual(['ON', 'ON', 'ON']);
    await data(set.graph, CHOOSE, { input: { deviceId: set.other, choices: choices.slice(0, 1) } });
    const own = (await set.graph.data(SEE, { device: set.other })).device.preferences[0];
    expect(own).toMatchObject({ choice: 'OFF', madeFor: 'DEVICE' });
  });

  test('of many devices and users are read together', async () => {
    await using set = await start();
    await makeCategory(set.graph);
    const query = 'query ($n: Int) { devices(first: $n) { nodes { preferences { choice } } } }';
    const [one, two] = [await set.graph.statementsOf(query, { n: 1 }), await set.graph.statementsOf(query, { n: 2 })];
    expect(two).toBe(one);
  });

  test('are refused without exactly one subject and one kind of choice, and for TRANSACTIONAL', async () => {
    await using set = await start();
    const orders = await makeCategory(set.graph, { key: 'orders', kind: 'TRANSACTIONAL' });
    const choices = [{ allMarketing: true, choice: 'OFF' }];
    const refusalOf = async (input: Json) => codesOf(await data(set.graph, CHOOSE, { input }));
    expect(await refusalOf({ choices })).toEqual(['input.externalUserId REQUIRED']);
    expect(await refusalOf({ externalUserId: 'bob', deviceId: set.bobs, choices })).toHaveLength(1);
    expect(await refusalOf({ externalUserId: 'bob', choices: [] })).toEqual(['input.choices REQUIRED']);
    expect(await refusalOf({ externalUserId: 'bob', choices: [{ choice: 'OFF' }] })).toEqual([
      'input.choices.0 INVALID',
    ]);
    expect(await refusalOf({ deviceId: orders, choices })).toEqual(['input.deviceId NOT_FOUND']);
    expect(await refusalOf({ externalUserId: 'bob', choices: [{ categoryId: orders, choice: 'OFF' }] })).toEqual([
      'input.choices.0.categoryId INVALID',
    ]);
  });

  test('of up to 1,000 subjects are set in one call, and a refused one does not stop the others', async () => {
    await using set = await start();
    const news = await makeCategory(set.graph);
    const choices = [{ categoryId: news, choice: 'OFF' }];
    const bulk = `mutation ($inputs: [PreferencesInput!]!) { preferencesBulkUpdate(inputs: $inputs) {
      results { index ${ERRORS} } ${ERRORS} } }`;
    const inputs: Json[] = Array.from({ length: 1_000 }, (_, index) => ({ externalUserId: `user-${index}`, choices }));
    inputs[7] = { externalUserId: 'user-7', choices: [{ categoryId: 'x', choice: 'OFF' }] };
    const { results, userErrors } = await data(set.graph, bulk, { inputs });
    expect(userErrors).toEqual([]);
    expect(results).toHaveLength(1_000);
    const refused = results.filter((result: Json) => result.userErrors.length > 0);
    expect(refused.map(({ index, ...rest }: Json) => [index, codesOf(rest)])).toEqual([
      [7, ['inputs.7.choices.0.categoryId NOT_FOUND']],
    ]);
    const [row] = await set.world.options.database.query<{ n: number }>('SELECT COUNT(*) AS n FROM category_choice');
    expect(Number(row?.n)).toBe(999);
    const tooMany = await data(set.graph, bulk, { inputs: [...inputs, inputs[0]] });
    expect(codesOf(tooMany)).toEqual(['inputs TOO_MANY']);
  });

  test('show in the trace who opted out when; a run shows the category of its message', async () => {
    await using set = await start();
    const { graph, world } = set;
    const news = await makeCategory(graph, { androidChannel: 'news' });
    await data(graph, CHOOSE, { input: { externalUserId: 'bob', choices: [{ categoryId: news, choice: 'OFF' }] } });
    const chosenAt = `${new Date(world.clock.now()).toISOString().slice(0, 19)}Z`;
    world.clock.advance(HOUR);
    const send = (category: object) => {
      const input = { to: { deviceIds: [set.bobs, set.other] }, message: PUSH, ...category };
      return data(graph, SEND, { input });
    };
    const sent = await send({ categoryId: news });
    expect(sent.run.message).toEqual({ channel: 'news', category: { key: 'news' } });
    await world.work();
    const trace = `query ($device: ID!, $run: ID!) { deliveryTrace(deviceId: $device, runId: $run) {
      outcome decidedBy { code values message outcome reasonCode } } }`;
    const step = async () => (await graph.data(trace, { device: set.bobs, run: sent.run.id })).deliveryTrace.decidedBy;
    expect(await step()).toEqual({
      code: 'OPTED_OUT_BY_USER',
      values: { push: 0, category: 'news', chosenAt, source: 'API' },
      message: `The message was dropped because its user had opted out of news at ${chosenAt} (API).`,
      outcome: 'OPTED_OUT',
      reasonCode: 'OPTED_OUT',
    });
    const run = await graph.data(
      `query ($id: ID!) { run(id: $id) { counts { total sent failed } breakdown { byOutcome { outcome count } }
         failuresByReason { reason reasonCode outcome count } } }`,
      { id: sent.run.id },
    );
    expect(run.run).toEqual({
      counts: { total: 2, sent: 1, failed: 0 },
      breakdown: {
        byOutcome: [
          { outcome: 'OPTED_OUT', count: 1 },
          { outcome: 'SENT', count: 1 },
        ],
      },
      failuresByReason: [{ reason: 'opted out of news', reasonCode: 'OPTED_OUT', outcome: 'OPTED_OUT', count: 1 }],
    });
    world.clock.advance(HOUR);
    await data(graph, CHOOSE, { input: { externalUserId: 'bob', choices: [{ categoryId: news, choice: 'ON' }] } });
    expect(await step()).toMatchObject({ code: 'RULE_DROPPED', values: { because: ': opted out of news' } });
    const byKey = await send({ category: 'news' });
    expect(byKey.run.message).toEqual({ channel: 'news', category: { key: 'news' } });
    expect(codesOf(await send({ category: 'nws' }))).toEqual(['input.category NOT_FOUND']);
    expect(codesOf(await send({ category: 'news', categoryId: news }))).toEqual(['input.category INVALID']);
  });

  test("a push is sent and previewed with its category's channel, unless it has its own", async () => {
    await using set = await start();
    const categoryId = await makeCategory(set.graph, { androidChannel: 'news' });
    const preview = `query ($push: PushInput!) { messagePreview(push: $push, provider: PROVIDER_A) { previews { body } } }`;
    const channelOf = async (push: Json): Promise<string | undefined> =>
      JSON.parse((await data(set.graph, preview, { push })).previews[0].body).message.android.notification.channel_id;
    expect(await channelOf({ ...PUSH, categoryId })).toBe('news');
    expect(await channelOf({ ...PUSH, categoryId, channel: 'own' })).toBe('own');
    expect(await channelOf(PUSH)).toBeUndefined();
  });
});
