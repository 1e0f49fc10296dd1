import { describe, expect, test } from '@jest/globals';
import { getNamedType, isInputObjectType, isObjectType, isScalarType } from 'graphql';
import { buildGraph } from '../../src/resolvers/index.js';
import { createAutoPush, createPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { browser, registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const schema = await buildGraph();
const BAD = 'no such thing';
const ERRORS = 'userErrors { field message code }';

/** Every mutation argument or input field that is text with a format: `oneTimeSchedulerCreate.input.date`. */
const textsOfMutations = (): string[] => {
  const isText = (type: unknown): boolean => isScalarType(type) && type.extensions.form !== undefined;
  /** A recursive type, such as a node of a tree, adds nothing new. */
  const look = (path: string, type: unknown, around: readonly unknown[] = []): string[] => {
    const named = getNamedType(type as never);
    if (isText(named)) return [path];
    if (!isInputObjectType(named) || around.includes(named)) return [];
    const inside = [...around, named];
    return Object.values(named.getFields()).flatMap((field) => look(`${path}.${field.name}`, field.type, inside));
  };
  const { audienceEstimate } = schema.getQueryType()?.getFields() ?? {};
  const fields = [...Object.values(schema.getMutationType()?.getFields() ?? {}), audienceEstimate];
  return fields.flatMap((field) => field?.args.flatMap(({ name, type }) => look(`${field.name}.${name}`, type)) ?? []);
};

const TRANSLATION = { language: 'en', title: 't', text: 't' };
const PUSH = { defaultLang: 'en', buttons: [{ id: 'open' }], translations: [TRANSLATION] };
const AUDIENCE = { apps: { all: true } };
const ONCE = { name: 'n', audience: AUDIENCE, date: '2027-01-01', time: '10:00', timeZone: 'UTC' };
const WEEKLY = { name: 'n', audience: AUDIENCE, times: [{ day: 1, times: ['10:00'] }] };
const AUTO = { name: 'n', audience: AUDIENCE };

/** The test keeps the condition that it spoils. */
const TREE = { country: { in: ['DE'] }, event: { code: 'dep', op: 'DID' } };
const CAP = { max: 1, window: 'ROLLING', rolling: '1d', subject: 'USER' };
const DEFAULTS = { buttons: [{ id: 'a' }] };

interface Setting {
  readonly appId: string;
  readonly schedulerId: string;
  readonly pushId: string;
  readonly deviceId: string;
  readonly keyId: string;
  readonly templateId: string;
  readonly segmentId: string;
  readonly webhookId: string;
}

/** Valid arguments of every mutation that takes such a text. */
const goodArguments = (known: Setting): Record<string, Json> => ({
  apiKeyCreate: { input: { scopes: ['READ'] } },
  apiKeyRotate: { id: known.keyId },
  appCreate: { input: { name: 'n', provider: { webpush: true }, messageDefaults: DEFAULTS } },
  accountUpdate: { input: { frequencyCaps: { onCapped: 'DROP', caps: [CAP] } } },
  appUpdate: { id: known.appId, input: { messageDefaults: DEFAULTS } },
  messageTemplateCreate: { input: { name: 'n', content: PUSH } },
  messageTemplateUpdate: { id: known.templateId, input: { content: PUSH } },
  webhookCreate: { input: { url: 'https://example.com/' } },
  webhookRotateSecret: { id: known.webhookId },
  webhookUpdate: { id: known.webhookId, input: {} },
  webhookReplay: { id: known.webhookId, input: { from: '2026-11-20T00:00:00Z' } },
  segmentCreate: { input: { name: 'n', tree: TREE } },
  segmentUpdate: { id: known.segmentId, input: { tree: TREE } },
  appIdentitySecretRotate: { id: known.appId },
  audienceEstimate: { audience: AUDIENCE },
  autoPushSchedulerCreate: { input: AUTO },
  autoPushSchedulerUpdate: { id: known.schedulerId, input: AUTO },
  campaignCreate: {
    input: {
      oneTime: { scheduler: ONCE, pushes: [PUSH] },
      weekly: { scheduler: WEEKLY, pushes: [PUSH] },
      autoPush: { scheduler: AUTO, pushes: [PUSH] },
    },
  },
  campaignUpdate: {
    id: known.schedulerId,
    input: { scheduler: { oneTime: ONCE, weekly: WEEKLY, autoPush: AUTO }, pushes: [PUSH] },
  },
  deviceUpdate: { id: known.deviceId, input: {} },
  liveActivitySend: {
    input: { appId: known.appId, activity: 'a', to: { everyone: true }, event: 'UPDATE', state: {} },
  },
  messageSend: { input: { to: { externalIds: ['ann'] }, message: PUSH } },
  oneTimeSchedulerCreate: { input: ONCE },
  oneTimeSchedulerUpdate: { id: known.schedulerId, input: ONCE },
  pushCreate: { input: PUSH },
  pushUpdate: { id: known.pushId, input: PUSH },
  pushTest: { message: PUSH, deviceId: known.deviceId },
  pushesCreate: { inputs: [PUSH] },
  registerDevices: { appId: known.appId, devices: [browser('seed', 0)] },
  trackEvents: { appId: known.appId, reports: [{ subject: { externalUserId: 'ann' }, events: [{ code: 'dep' }] }] },
  userErase: { input: { externalUserId: 'ann' } },
  weeklySchedulerCreate: { input: WEEKLY },
  weeklySchedulerUpdate: { id: known.schedulerId, input: WEEKLY },
});

/** Puts an invalid text at a path. Returns the path including the indices of lists. */
const spoil = (name: string, args: Json, path: readonly string[]): { args: Json; at: string[] } => {
  const isQuery = name === 'audienceEstimate';
  const field = (isQuery ? schema.getQueryType() : schema.getMutationType())?.getFields()[name];
  const copy = structuredClone(args);
  const at: string[] = [];
  let here: Json = copy;
  let types = Object.fromEntries(field?.args.map((arg) => [arg.name, String(arg.type)]) ?? []);
  for (const [depth, key] of path.entries()) {
    const isList = types[key]?.startsWith('[');
    // Valid arguments fill every choice, so any sibling of the path will do.
    for (const other of Object.keys(here)) if (other !== key && isChoice(types[other])) keepOne(here[other]);
    at.push(key, ...(isList ? ['0'] : []));
    // A choice has exactly one field, and so does its parent.
    if (depth === path.length - 1) here[key] = isList ? [BAD] : BAD;
    else here[key] ??= isList ? [{}] : {};
    const type = schema.getType(String(types[key]).replace(/[[\]!]/g, ''));
    if (isInputObjectType(type)) {
      const next = isList ? here[key][0] : here[key];
      // A node is a choice too, whose contradictions are user errors.
      if (type.isOneOf || type.name === 'SegmentNodeInput')
        for (const other of Object.keys(next)) if (other !== path[depth + 1]) delete next[other];
      types = Object.fromEntries(Object.values(type.getFields()).map(({ name: n, type: t }) => [n, String(t)]));
      here = next;
    }
  }
  return { args: copy, at };
};

const isChoice = (type: string | undefined): boolean => {
  const named = schema.getType(String(type).replace(/[[\]!]/g, ''));
  return isInputObjectType(named) && named.isOneOf;
};

const keepOne = (choice: Json): void => {
  for (const other of Object.keys(choice).slice(1)) delete choice[other];
};

const run = async (user: GraphUser, name: string, args: Json): Promise<Json> => {
  const isQuery = name === 'audienceEstimate';
  const field = (isQuery ? schema.getQueryType() : schema.getMutationType())?.getFields()[name];
  const given = field?.args.filter((arg) => args[arg.name] !== undefined) ?? [];
  const declared = given.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = given.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const payload = getNamedType(field?.type);
  const results = isObjectType(payload) && 'results' in payload.getFields() ? `results { ${ERRORS} }` : '';
  const answer = await user.query(
    `${isQuery ? 'query' : 'mutation'} (${declared}) { ${name}(${passed}) { ${results} ${ERRORS} } }`,
    args,
  );
  expect([name, answer.errors]).toEqual([name, undefined]);
  return answer.data[name];
};

describe.each(eachDatabase())('errors of an input, $name', (kind) => {
  const app = useGraphApp(kind);

  const setUp = async () => {
    const user = await app().newUser();
    const { id: appId } = await createWebApp(user);
    const { id: schedulerId } = await createAutoPush(user);
    const { id: pushId } = await createPush(user);
    const [deviceId = ''] = await registerBrowsers(user, appId, [{ externalUserId: 'ann' }]);
    const { viewer } = await user.data('{ viewer { apiKey { id } } }');
    const { messageTemplateCreate } = await user.data(
      `mutation ($input: MessageTemplateInput!) { messageTemplateCreate(input: $input) { messageTemplate { id } } }`,
      { input: { name: 'first', content: PUSH } },
    );
    const templateId = messageTemplateCreate.messageTemplate.id;
    const { segmentCreate } = await user.data(
      'mutation { segmentCreate(input: { name: "s", tree: { country: { in: ["DE"] } } }) { segment { id } } }',
    );
    const segmentId = segmentCreate.segment.id;
    const { webhookCreate } = await user.data(
      'mutation { webhookCreate(input: { url: "https://example.com/" }) { webhook { id } } }',
    );
    const webhookId = webhookCreate.webhook.id;
    const known = { appId, schedulerId, pushId, deviceId, keyId: viewer.apiKey.id, templateId, segmentId, webhookId };
    return { user, good: goodArguments(known) };
  };

  test('are in `userErrors` with their place, even for texts with scalar types, for every mutation', async () => {
    const { user, good } = await setUp();
    const texts = textsOfMutations();
    expect(texts.length).toBeGreaterThan(40);
    const told: Json[] = [];
    for (const text of texts) {
      const [name = '', ...path] = text.split('.');
      const { args, at } = spoil(name, good[name], path);
      const answer = await run(user, name, args);
      const errors = [answer, ...(answer.results ?? [])].flatMap(({ userErrors }) => userErrors);
      told.push([text, errors.map(({ field, code }: Json) => [field.join('.'), code])]);
      expect(told.at(-1)).toEqual([text, expect.arrayContaining([[at.join('.'), 'INVALID']])]);
      expect(errors[0].message).toMatch(/^[`A-Z][^_]*\.$/);
    }
  });

  test('are reported together', async () => {
    const { user } = await setUp();
    const input = { ...ONCE, name: '', date: '2026-02-30', time: '25:00', timeZone: 'Mars/Olympus' };
    const { userErrors } = await run(user, 'oneTimeSchedulerCreate', { input });
    expect(userErrors.map(({ field, code }: Json) => `${field.join('.')} ${code}`).toSorted()).toEqual([
      'input.date INVALID',
      'input.name REQUIRED',
      'input.time INVALID',
      'input.timeZone INVALID',
    ]);
    const long = await run(user, 'pushCreate', {
      input: {
        ...PUSH,
        translations: [{ ...TRANSLATION, title: 'x'.repeat(256), image: `https://e.com/${'x'.repeat(2_048)}` }],
      },
    });
    expect(long.userErrors).toMatchObject([
      { field: ['input', 'translations', '0', 'title'], code: 'TOO_LONG' },
      { field: ['input', 'translations', '0', 'image'], code: 'TOO_LONG' },
    ]);
  });

  test('suggest the intended code, country or language', async () => {
    const { user } = await setUp();
    await user.data(
      'mutation { customEventCreate(input: { name: "Bought", code: "bought" }) { userErrors { code } } }',
    );
    const asked = [
      [{ countries: { include: ['UK'] } }, 'GB'],
      [{ countries: { exclude: ['Germany'] } }, 'DE'],
      [{ languages: { include: ['pt_BR'] } }, 'pt-BR'],
      [{ events: { include: ['boght'] } }, 'bought'],
      [{ events: { exclude: ['instal'] } }, 'install'],
    ] as const;
    for (const [filter, meant] of asked) {
      const input = { ...AUTO, audience: { ...AUDIENCE, ...filter } };
      const { userErrors } = await run(user, 'autoPushSchedulerCreate', { input });
      expect(userErrors[0].message).toMatch(new RegExp(` Did you mean "${meant}"\\?$`));
    }
    const stranger = await app().newUser();
    await createWebApp(stranger);
    const input = { ...AUTO, audience: { ...AUDIENCE, events: { include: ['boght'] } } };
    const others = await run(stranger, 'autoPushSchedulerCreate', { input });
    expect(others.userErrors[0].message).toMatch(/which does not exist\.$/);
    const push = { defaultLang: 'English', translations: [{ ...TRANSLATION, language: 'en-US' }] };
    const { userErrors } = await run(user, 'pushCreate', { input: push });
    const meant = userErrors.map(({ message }: Json) => /Did you mean "(.*)"\?$/.exec(message)?.[1]);
    expect(meant.slice(0, 2)).toEqual(['en', 'en']);
  });

  test('say what to use instead, or what to create first', async () => {
    const { user } = await setUp();
    const once = { ...ONCE, audience: { apps: { appIds: ['4'] } } };
    const { userErrors: ids } = await run(user, 'oneTimeSchedulerCreate', { input: once });
    expect(ids[0].message).toBe('`audience.apps.appIds` takes `App.id`, not "4".');
    const { timeZone: _, ...timeless } = ONCE;
    const { userErrors: zones } = await run(user, 'oneTimeSchedulerCreate', { input: timeless });
    expect(zones[0].message).toMatch(/is required when `localTime` is false: .* or an IANA time zone name\.$/);
    const tree = { and: [{ attribute: { key: 'zzz', op: 'EXISTS' } }, { event: { code: 'zzz', op: 'DID' } }] };
    const { userErrors } = await run(user, 'segmentCreate', { input: { name: 'n', tree } });
    expect(userErrors.map(({ message }: Json) => message)).toEqual([
      expect.stringMatching(/Create it first with `attributeDefine`\.$/),
      expect.stringMatching(/Create it first with `customEventCreate`\.$/),
    ]);
  });

  test('are reported over WebSocket in the same way', async () => {
    const { user } = await setUp();
    const socket = await user.socket();
    const query = `mutation ($input: WeeklySchedulerInput!) { weeklySchedulerCreate(input: $input) { ${ERRORS} } }`;
    const variables = { input: { ...WEEKLY, gracePeriod: 'soon' } };
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables } });
    const { payload } = await socket.next('next');
    expect(payload.errors).toBeUndefined();
    expect(payload.data.weeklySchedulerCreate.userErrors).toMatchObject([
      { field: ['input', 'gracePeriod'], code: 'INVALID' },
    ]);
    socket.close();
  });

  test('of a query, which has no `userErrors`, are field errors, identical each time', async () => {
    const { user } = await setUp();
    const query = `query ($zone: TimeZone!) { viewer { user { id } }
      traffic(from: "2026-11-01T00:00:00Z", bucket: DAY, timeZone: $zone) { sent } }`;
    for (let n = 0; n < 4; n += 1) {
      const { errors } = await user.query(query, { zone: 'Europe/Berln' });
      expect(errors).toMatchObject([{ path: ['traffic'], extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(errors[0].message).toMatch(
        /^`timeZone` must be an IANA time zone name .* Did you mean "Europe\/Berlin"\?$/,
      );
    }
    const where = { lastActiveFrom: 'yesterday', countries: ['DE', 'XX'] };
    const { errors } = await user.query(
      'query ($where: DeviceWhereInput) { devices(where: $where) { nodes { id } } }',
      {
        where,
      },
    );
    expect(errors[0].message).toContain('`where.countries[1]` must be');
    expect(errors[0].message).toContain('`where.lastActiveFrom` must be');
  });

  test('of other types stay request errors', async () => {
    const { user } = await setUp();
    const { errors, data } = await user.query(
      `mutation ($input: OneTimeSchedulerInput!) { oneTimeSchedulerCreate(input: $input) { ${ERRORS} } }`,
      { input: { ...ONCE, date: 20270101 } },
    );
    expect([data, errors[0].extensions.code]).toEqual([undefined, 'BAD_USER_INPUT']);
  });
});
