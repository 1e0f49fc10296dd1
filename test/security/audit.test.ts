import { describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { buildGraph } from '../../src/resolvers/index.js';
import { REST_ROUTES } from '../../src/rest-compat/routes.js';
import { ACTIONS } from '../../src/services/audit/describe-change.js';
import type { Json } from '../schema/support/graph-app.js';
import { type Account, type Browser, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';

const LOG = `query ($where: AuditWhereInput, $after: String) { auditLog(first: 50, where: $where, after: $after) {
  totalCount nodes { id at action summary actor subject count address member { email } apiKey { prefix } node { __typename id } } } }`;
const DAY = 86_400_000;
const CAMPAIGN = {
  weekly: {
    scheduler: {
      name: 'Spring',
      audience: { apps: { all: true } },
      times: [{ day: 1, times: ['09:00'] }],
      timeZone: 'UTC',
    },
    pushes: [{ defaultLang: 'en', translations: [{ language: 'en', title: 'News', text: 'What is new.' }] }],
    activate: false,
  },
};

test('every mutation and every write over REST has a description', async () => {
  const mutations = Object.keys((await buildGraph()).getMutationType()?.getFields() ?? {});
  const writes = REST_ROUTES.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId);
  expect([...mutations, ...writes].filter((action) => ACTIONS[action] === undefined)).toEqual([]);
});

describe.each(eachDatabase())('the audit log, $name', (kind) => {
  const app = useConsoleApp(kind);
  const entriesOf = async (browser: Browser, where: Json = {}): Promise<Json[]> =>
    (await browser.data(LOG, { where })).auditLog.nodes;
  const rest = (account: Account, method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: Json, headers = {}) =>
    app().server.inject({
      method,
      url: `/api/b/v2${path}`,
      headers: { authorization: `Bearer ${account.apiKey}`, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });

  test('records who did what, when, from where and to what, by session and key, over the graph and REST', async () => {
    const account = await app().newAccount();
    const { browser, email } = await app().person(account, 'ADMIN');
    const CREATE =
      'mutation { appCreate(input: { name: "Shop", provider: { webpush: true } }) { userErrors { code } } }';
    await browser.data(CREATE);
    const key = { authorization: `Bearer ${account.apiKey}` };
    await app()
      .browser()
      .query('mutation { tagGroupCreate(input: { name: "VIP", tags: [] }) { tagGroup { id } } }', {}, key);
    const { id } = (await rest(account, 'POST', '/events', { name: 'Buy', code: 'buy' })).json();
    await rest(account, 'POST', `/events/${id}/deactivate`);
    const { apps, tagGroups, customEvents } = await browser.data(
      '{ apps { nodes { id } } tagGroups { nodes { id } } customEvents(where: { system: false }) { nodes { id } } }',
    );
    const at = new Date(app().clock.now()).toISOString();
    const common = { id: expect.any(String), at, address: '127.0.0.1' };
    const prefix = account.caller.keyPrefix;
    const byKey = { ...common, member: null, apiKey: { prefix }, actor: `API key ${prefix}`, count: null };
    const event = { __typename: 'CustomEvent', id: customEvents.nodes[0].id };
    expect(await entriesOf(browser)).toEqual([
      {
        ...byKey,
        action: 'deactivateEvent',
        summary: `API key ${prefix} deactivated the event "Buy".`,
        subject: 'Buy',
        node: event,
      },
      {
        ...byKey,
        action: 'createEvent',
        summary: `API key ${prefix} created the event "Buy".`,
        subject: 'Buy',
        node: event,
      },
      {
        ...byKey,
        action: 'tagGroupCreate',
        summary: `API key ${prefix} created the tag group "VIP".`,
        subject: 'VIP',
        node: { __typename: 'TagGroup', id: tagGroups.nodes[0].id },
      },
      {
        ...common,
        member: { email },
        apiKey: null,
        action: 'appCreate',
        summary: expect.stringMatching(/^Person \d+ created the application "Shop"\.$/),
        actor: expect.stringMatching(/^Person \d+$/),
        subject: 'Shop',
        count: null,
        node: { __typename: 'App', id: apps.nodes[0].id },
      },
    ]);
  });

  test('records only changes: no queries, refusals or repetitions', async () => {
    const account = await app().newAccount();
    const { browser } = await app().person(account, 'ADMIN');
    const viewer = await app().person(account, 'VIEWER');
    await browser.data('{ apps { totalCount } }');
    await browser.data('mutation { appCreate(input: { name: "", provider: { webpush: true } }) { app { id } } }');
    await browser.data('mutation { appDelete(id: "x") { deletedId } }');
    await viewer.browser.query('mutation { pushDelete(id: "x") { deletedId } }');
    await rest(account, 'GET', '/apps');
    await rest(account, 'POST', '/apps', { name: '' });
    await rest(account, 'DELETE', '/apps/999999');
    expect(await entriesOf(browser)).toEqual([]);
    const CREATE = `mutation { appCreate(input: { name: "A", provider: { webpush: true } }, idempotencyKey: "k") { app { id } } }`;
    for (let n = 0; n < 2; n += 1) await browser.data(CREATE);
    for (let n = 0; n < 2; n += 1) {
      await rest(account, 'POST', '/apps', { push_provider: 'webpush', name: 'B' }, { 'idempotency-key': 'k2' });
    }
    expect((await entriesOf(browser)).map(({ action }) => action)).toEqual(['createApp', 'appCreate']);
  });

  test('has one entry for each editing session of a draft, however often it is saved', async () => {
    const account = await app().newAccount();
    const [admin, editor] = [await app().person(account, 'ADMIN'), await app().person(account, 'EDITOR')];
    const SAVE =
      'mutation ($id: ID) { draftSave(id: $id, name: "D", content: {}) { draft { id } userErrors { code } } }';
    const { draftSave } = await admin.browser.data(SAVE);
    const save = async (browser: Browser, times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) await browser.data(SAVE, draftSave.draft);
    };
    const who = async () => (await entriesOf(admin.browser)).map(({ member }) => member.email);
    await save(admin.browser, 5);
    expect(await who()).toEqual([admin.email]);
    app().clock.advance(29 * 60_000);
    await save(admin.browser, 1);
    app().clock.advance(29 * 60_000);
    await save(admin.browser, 1);
    expect(await who()).toEqual([admin.email]);
    await save(editor.browser, 3);
    await save(admin.browser, 2);
    expect(await who()).toEqual([admin.email, editor.email, admin.email]);
    app().clock.advance(31 * 60_000);
    await save(admin.browser, 2);
    expect(await who()).toEqual([admin.email, admin.email, editor.email, admin.email]);
    // A later mutation in the same document is still recorded.
    await admin.browser.data(
      'mutation ($id: ID!) { draftSave(id: $id, name: "D", content: {}) { draft { id } } draftDelete(id: $id) { deletedId } }',
      draftSave.draft,
    );
    const [last] = await entriesOf(admin.browser);
    expect(last.action).toBe('draftDelete');
    expect(await who()).toHaveLength(5);
  });

  test('has each mutation of a document, deleted objects by name, and bulk changes with their count', async () => {
    const { browser } = await app().person(await app().newAccount(), 'ADMIN');
    const PUSH = '{ defaultLang: "en", translations: [{ language: "en", title: "t", text: "t" }] }';
    const { a, b } = await browser.data(`mutation {
      a: tagGroupCreate(input: { name: "A", tags: [] }) { tagGroup { id databaseId } }
      bad: tagGroupCreate(input: { name: "", tags: [] }) { tagGroup { id } }
      b: pushesCreate(inputs: [${PUSH}, ${PUSH}, { defaultLang: "en", translations: [] }]) { results { push { id } } } }`);
    expect(b.results).toHaveLength(3);
    await browser.data('mutation ($id: ID!) { tagGroupDelete(id: $id) { __typename } }', a.tagGroup);
    const entries = await entriesOf(browser);
    const words = ({ summary, subject, count, node }: Json) => [
      summary.replace(/^Person \d+ /, ''),
      subject,
      count,
      node,
    ];
    expect(entries.map(words)).toEqual([
      ['deleted the tag group "A".', 'A', null, null],
      ['created pushes (2).', null, 2, null],
      ['created the tag group "A".', 'A', null, null],
    ]);
  });

  test('names objects, and finds them by id after deletion, whichever API deleted them', async () => {
    const account = await app().newAccount();
    const { browser } = await app().person(account, 'ADMIN');
    const make = async (path: string, body: Json): Promise<number> =>
      (await rest(account, 'POST', path, body)).json().id;
    const translations = [{ language: 'en', title: 'Spring is here', text: 't', image: null, icon: null, link: null }];
    const ids = {
      apps: await make('/apps', { push_provider: 'webpush', name: 'Shop' }),
      events: await make('/events', { name: 'Buy', code: 'buy' }),
      pushes: await make('/pushes', { default_lang: 'en', translations }),
    };
    const { campaignCreate } = await browser.data(
      `mutation ($input: CampaignInput!) { campaignCreate(input: $input) { scheduler { id databaseId } userErrors { message } } }`,
      { input: CAMPAIGN },
    );
    const { id, databaseId } = campaignCreate.scheduler;
    const where = { nodeIds: [id] };
    await rest(account, 'POST', `/sched/smartweekly/${databaseId}/deactivate`);
    await rest(account, 'DELETE', `/sched/smartweekly/${databaseId}`);
    for (const [noun, number] of Object.entries(ids)) {
      expect((await rest(account, 'DELETE', `/${noun}/${number}`)).statusCode).toBeLessThan(300);
    }
    const said = (await entriesOf(browser)).map(({ summary }) => summary.replace(/^(?:Person \d+|API key \S+) /, ''));
    expect(said).toEqual([
      'deleted the push "Spring is here".',
      'deleted the event "Buy".',
      'deleted the application "Shop".',
      'deleted the weekly scheduler "Spring".',
      'deactivated the weekly scheduler "Spring".',
      'created the campaign "Spring".',
      'created the push "Spring is here".',
      'created the event "Buy".',
      'created the application "Shop".',
    ]);
    const NODES =
      'query ($where: AuditWhereInput) { auditLog(where: $where) { nodes { subject nodeId node { id } } } }';
    const gone = { subject: 'Spring', nodeId: id, node: null };
    expect((await browser.data(NODES, { where })).auditLog.nodes).toEqual([gone, gone, gone]);
  });

  test("omits servers' device reports, but records those made by a person", async () => {
    const account = await app().newAccount();
    const { browser } = await app().person(account, 'ADMIN');
    const { appCreate } = await browser.data(
      'mutation { appCreate(input: { name: "A", provider: { webpush: true } }) { app { id } } }',
    );
    const TRACK = `mutation ($id: ID!) { trackEvents(appId: $id, reports: [
      { subject: { externalUserId: "ann" }, events: [{ code: "dep" }] }]) { results { deviceId } userErrors { code } } }`;
    await app()
      .browser()
      .query(TRACK, appCreate.app, { authorization: `Bearer ${account.apiKey}` });
    expect((await entriesOf(browser)).map(({ action }) => action)).toEqual(['appCreate']);
  });

  test('is read by action, member and time, page by page, in as many statements for many as for few', async () => {
    const account = await app().newAccount();
    const [admin, editor] = [await app().person(account, 'ADMIN'), await app().person(account, 'EDITOR')];
    const make = async (browser: Browser, times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) {
        await browser.data('mutation { tagGroupCreate(input: { name: "G", tags: [] }) { tagGroup { id } } }');
      }
    };
    await make(admin.browser, 1);
    await make(editor.browser, 1);
    await admin.browser.data(LOG);
    const statementsOf = async (): Promise<number> => {
      const before = app().database.statements.count;
      await admin.browser.data(LOG);
      return app().database.statements.count - before;
    };
    const few = await statementsOf();
    await make(editor.browser, 10);
    app().clock.advance(60_000);
    const from = new Date(app().clock.now()).toISOString();
    await make(admin.browser, 2);
    await admin.browser.data('mutation { tagGroupDelete(id: "x") { deletedId } }');
    await admin.browser.data(LOG);
    expect(await statementsOf()).toBe(few);
    const { viewer } = await editor.browser.data('{ viewer { member { id } } }');
    const count = async (where: Json): Promise<number> =>
      (
        await admin.browser.data('query ($where: AuditWhereInput) { auditLog(where: $where) { totalCount } }', {
          where,
        })
      ).auditLog.totalCount;
    expect(await count({ memberIds: [viewer.member.id] })).toBe(11);
    expect([await count({ from }), await count({ to: from }), await count({ from, to: from })]).toEqual([2, 12, 0]);
    expect([await count({ action: ['tagGroupCreate'] }), await count({ action: [] })]).toEqual([14, 0]);
    const { errors } = await admin.browser.query(LOG, { where: { memberIds: ['x'] } });
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
    const { auditLog: page } = await admin.browser.data(
      '{ auditLog(first: 3) { pageInfo { endCursor } nodes { id } } }',
    );
    const { auditLog: next } = await admin.browser.data(LOG, { after: page.pageInfo.endCursor });
    expect([next.totalCount, next.nodes.length]).toEqual([14, 11]);
  });

  test('belongs to one account: others cannot see it, even by id', async () => {
    const [one, other] = [
      await app().person(await app().newAccount(), 'ADMIN'),
      await app().person(await app().newAccount(), 'ADMIN'),
    ];
    await one.browser.data('mutation { tagGroupCreate(input: { name: "G", tags: [] }) { tagGroup { id } } }');
    const [entry] = await entriesOf(one.browser);
    const NODE = 'query ($id: ID!) { node(id: $id) { id } }';
    expect((await one.browser.data(NODE, entry)).node).toEqual({ id: entry.id });
    expect((await other.browser.data(NODE, entry)).node).toBeNull();
    expect(await entriesOf(other.browser)).toEqual([]);
  });

  test('contains no secret: no password, token or credentials', async () => {
    const account = await app().newAccount();
    const { browser } = await app().personWithPassword(account, 'ADMIN');
    const { memberInvite, apiKeyCreate } = await browser.data(`mutation {
      memberInvite(input: { name: "B", email: "secret-test@example.com", role: VIEWER }) { link }
      apiKeyCreate(input: { name: "CI", scopes: [READ] }) { secret }
      appCreate(input: { name: "B", provider: { providerB: { appId: "app", apiKey: "a-very-secret-key" } } }) { userErrors { message } }
      passwordChange(current: "correct horse battery", new: "a brand new password") { userErrors { message } } }`);
    await entriesOf(browser);
    const stored = JSON.stringify(await app().database.query('SELECT * FROM audit_entry'));
    for (const secret of [
      memberInvite.link.split('#')[1],
      apiKeyCreate.secret.slice(12),
      'a-very-secret-key',
      'correct horse',
      'brand new',
    ]) {
      expect(stored).not.toContain(secret);
    }
  });

  test('is kept for a year', async () => {
    const { userId } = await app().newAccount();
    const { Retention } = await import('../../src/delivery/upkeep/retention.js');
    const now = app().clock.now();
    await app().database.tx(async (tx) => {
      for (const days of [364, 366]) {
        const sql = 'INSERT INTO audit_entry (user_id, at, action, summary) VALUES (?, ?, ?, ?)';
        await execute(tx, sql, [userId, now - days * DAY, 'appCreate', `${days} days`]);
      }
    });
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const config = {
      historyRetentionDays: 180,
      runRetentionDays: 1_095,
      inactiveDeviceRetentionDays: 365,
      timeToLiveSeconds: 86_400,
    };
    const deps = { database: app().database, clock: app().clock, config, log };
    await new Retention(deps as unknown as ConstructorParameters<typeof Retention>[0]).run(
      new AbortController().signal,
    );
    const left = await app().database.query<Json>(`SELECT summary FROM audit_entry WHERE user_id = ${userId}`);
    expect(left.map(({ summary }) => summary)).toEqual(['364 days']);
  });
});
