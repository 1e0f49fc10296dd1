import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  execute,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import { buildGraph } from '../../src/resolvers/index.js';
import { ContextFactory } from '../../src/schema/context.js';
import { QueryExecutor } from '../../src/schema/execution/query-executor.js';
import { NODE_KINDS } from '../../src/schema/node-registry.js';
import { operatorOf } from '../../src/services/caller.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { eachDatabase } from '../support/databases.js';
import { IMAGES } from '../support/images.js';
import { createFullAccount } from './support/full-account.js';
import { type GraphUser, type Json, useGraphApp } from './support/graph-app.js';
import { registerBrowsers } from './support/register-browsers.js';

type Field = GraphQLField<unknown, unknown>;

const schema = await buildGraph();

const typeNamed = (name: string): GraphQLObjectType => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`no type ${name}`);
  return type;
};

/** The list of each kind of row. Batches and users have no list of their own. */
const LISTS: Readonly<Record<string, string>> = {
  AlertRule: 'alertRules',
  ApiKey: 'viewer { apiKeys',
  App: 'apps',
  AppGroup: 'appGroups',
  AttributeDefinition: 'attributeDefinitions',
  AuditEntry: 'auditLog',
  Tag: 'tags',
  TagGroup: 'tagGroups',
  AutoPushScheduler: 'schedulers',
  CampaignDraft: 'drafts',
  Category: 'categories',
  CustomEvent: 'customEvents',
  Device: 'devices',
  DeviceImport: 'deviceImports',
  Erasure: 'erasures',
  EndUser: 'users',
  Media: 'media',
  Member: 'members',
  MessageTemplate: 'messageTemplates',
  OneTimeScheduler: 'schedulers',
  Push: 'pushes',
  Run: 'runs',
  Segment: 'segments',
  Webhook: 'webhooks',
  WeeklyScheduler: 'schedulers',
};

/** Only sending and upkeep write alerts, batches and attempts of webhooks: see `runs.test.ts`; sessions belong to the signed-in member. */
const TYPES = Object.values(NODE_KINDS)
  .flatMap<string>(({ types }) => types)
  .filter((type) => !['Alert', 'Batch', 'Session', 'WebhookAttempt'].includes(type));

/** Selects one field at a time, with everything below it. */
const selectionOf = (field: Field, depth = 0): string | null => {
  if (field.args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)) return null;
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return field.name;
  if (isAbstractType(type)) return `${field.name} { __typename ${'getFields' in type ? leavesOf(type) : ''} }`;
  const below =
    depth < 2 ? Object.values(type.getFields()).flatMap((inner) => selectionOf(inner, depth + 1) ?? []) : [];
  return `${field.name} { ${['__typename', ...below].join(' ')} }`;
};

const leavesOf = (type: { getFields(): Record<string, Field> }): string =>
  Object.values(type.getFields())
    .filter((field) => field.args.length === 0 && !isCompositeType(getNamedType(field.type)))
    .map(({ name }) => name)
    .join(' ');

const NODES_OF_TYPE = Object.entries(LISTS).map(([type, list]) => ({
  type,
  ask: (selection: string) =>
    `query Ask { ${list} { nodes { ... on ${type} { ${selection} } } } ${list.includes('{') ? '}' : ''} }`,
}));

describe.each(eachDatabase())('columns that a query needs, $name', (kind) => {
  const app = useGraphApp(kind);
  let user: GraphUser;
  let ids: ReadonlyMap<string, string>;

  beforeAll(async () => {
    user = await createFullAccount(app());
    await addTheRest(user);
    await app().services.media.upload(operatorOf(user.userId), { name: 'a.png', bytes: IMAGES.png });
    ids = await findIds(user);
  });

  const createContext = async () => {
    const { database, services, status } = app();
    const contexts = new ContextFactory({ database, services, status, runs: new RunQueryService(database) });
    const caller = await services.keys.authenticate(`Bearer ${user.apiKey}`);
    return contexts.create({
      caller,
      reqId: 'test',
      signal: new AbortController().signal,
      address: '127.0.0.1',
      origin: 'http://127.0.0.1',
    });
  };

  /** Returns graphql-js's answer from whole rows, and the answer once it is compiled. */
  const answerBoth = async (query: string) => {
    const document = parse(query);
    const operation = getOperationAST(document);
    if (!operation) throw new Error(`no operation in ${query}`);
    const executor = new QueryExecutor(schema);
    let last: unknown = null;
    for (let use = 0; use < 3; use += 1) {
      const context = await createContext();
      last = await executor.execute({
        source: query,
        operationName: 'Ask',
        document,
        operation,
        variables: {},
        context,
      });
    }
    if (!executor.find(query, 'Ask')) throw new Error(`not compiled: ${query}`);
    const plain = await execute({ schema, document, contextValue: await createContext() });
    return { plain: toJson(plain), compiled: toJson(last) };
  };

  test.each(NODES_OF_TYPE)(
    'each field of $type alone, in a list, equals its value from whole rows',
    async ({ type, ask }) => {
      for (const selection of ['__typename', ...selectionsOf(type)]) {
        const { plain, compiled } = await answerBoth(ask(selection));
        expect(plain.errors).toBeUndefined();
        expect(compiled).toEqual(plain);
      }
      const { plain } = await answerBoth(ask('id'));
      expect(JSON.stringify(plain)).toContain('"id":"');
    },
  );

  test.each(TYPES)('each field of %s alone, by its id, equals its value from whole rows', async (type) => {
    const id = ids.get(type);
    expect(id).toBeDefined();
    for (const selection of ['__typename', ...selectionsOf(type)]) {
      const { plain, compiled } = await answerBoth(
        `query Ask { node(id: "${id}") { ... on ${type} { ${selection} } } }`,
      );
      expect(plain.errors).toBeUndefined();
      expect(plain.data.node).not.toBeNull();
      expect(compiled).toEqual(plain);
    }
  });

  test('a compiled query reads no other columns, or whole rows where a resolver may read any column', async () => {
    expect(await statementsOf('query Ask { pushes { nodes { defaultLang } } }')).toEqual([
      expect.stringMatching(/^SELECT id, default_lang FROM push /),
    ]);
    expect(await statementsOf('query Ask { pushes { nodes { defaultLang scheduler { name } } } }')).toEqual([
      expect.stringMatching(/^SELECT id, default_lang, scheduler_id FROM push /),
      expect.stringMatching(/^SELECT id, kind, name FROM scheduler /),
    ]);
    const [schedulers] = await statementsOf('query Ask { schedulers { nodes { nextMoments { at } } } }');
    expect(schedulers).toContain('name_folded');
  });

  const statementsOf = async (query: string): Promise<string[]> => {
    for (let use = 0; use < 3; use += 1) await user.data(query);
    const seen: string[] = [];
    app().database.statements.listener = (sql) => seen.push(sql);
    await user.data(query);
    app().database.statements.listener = null;
    return seen.filter((sql) => !sql.includes('api_key'));
  };
});

const selectionsOf = (type: string): string[] =>
  Object.values(typeNamed(type).getFields()).flatMap((field) => selectionOf(field) ?? []);

const toJson = (answer: unknown): Json => JSON.parse(JSON.stringify(answer));

const addTheRest = async (user: GraphUser): Promise<void> => {
  const { apps } = await user.data('{ apps { nodes { id } } }');
  const appId = apps.nodes[0].id;
  await registerBrowsers(user, appId, [{ language: 'en', country: 'CA', timeZone: 'Asia/Tokyo', tags: ['tag 1'] }, {}]);
  const audience = { apps: { appIds: [appId] } };
  await user.data(
    `mutation ($weekly: WeeklySchedulerInput!, $once: OneTimeSchedulerInput!) {
       weeklySchedulerCreate(input: $weekly) { userErrors { message } }
       oneTimeSchedulerCreate(input: $once) { userErrors { message } }
       memberInvite(input: { name: "Ann", email: "ann@example.com", role: EDITOR }) { userErrors { message } }
       draftSave(name: "d", content: { step: 1 }) { userErrors { message } }
       userErase(input: { externalUserId: "gone" }) { userErrors { message } }
       alertRuleUpsert(input: { kind: APP_PAUSED, name: "Paused", minutes: 5 }) { userErrors { message } }
       categoryCreate(input: { key: "news", names: [{ language: "en", text: "News" }] }) { userErrors { message } }
       webhookCreate(input: { url: "https://example.com/hook" }) { userErrors { message } }
       segmentCreate(input: { name: "s", tree: { country: { in: ["DE"] } } }) { userErrors { message } }
       messageTemplateCreate(input: { name: "t", content: { defaultLang: "en", translations: [
         { language: "en", title: "x", text: "x" }] } }) { userErrors { message } }
       usersUpsert(input: { users: [{ externalUserId: "ann", attributes: { plan: "pro" } }] }) { userErrors { message } }
     }`,
    {
      weekly: { name: 'W', times: [{ day: 1, times: ['18:00'] }], audience, localTime: true },
      once: { name: 'O', date: '2026-12-24', time: '10:00', audience, timeZone: 'Europe/Berlin' },
    },
  );
};

/** One of each type. */
const findIds = async (user: GraphUser): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const list of new Set(Object.values(LISTS))) {
    const data = await user.data(`{ ${list} { nodes { __typename id } } ${list.includes('{') ? '}' : ''} }`);
    const { nodes } = data[list] ?? data.viewer.apiKeys;
    for (const { __typename, id } of nodes) found.set(__typename, id);
  }
  const { viewer } = await user.data('{ viewer { user { id } } }');
  return found.set('User', viewer.user.id);
};
