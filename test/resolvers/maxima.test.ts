import { afterEach, describe, expect, test } from '@jest/globals';
import { MAXIMA, MAXIMA_IN_USE, type Maximum } from '../../src/services/rules/maxima.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';
import { sharedGraph } from '../support/shared-graph.js';

const PUSH = 'defaultLang: "en", translations: [{ language: "en", title: "Title", text: "Text" }]';
const MOST = 3;
const CREATES = /(?:Create|Define|Upsert|Invite|Save|Duplicate)$/;

interface Creation {
  readonly mutation: string;
  /** Makes the arguments of the nth object. */
  readonly given: (n: number, appId: string) => string;
}

/** How to create one more of each noun. Images (test/media-api) and devices (test/services) have their own tests. */
const CREATIONS: Readonly<Record<Exclude<keyof typeof MAXIMA, 'devices' | 'media'>, Creation>> = {
  apps: { mutation: 'appCreate', given: (n) => `input: { name: "App ${n}", provider: { webpush: true } }` },
  appGroups: { mutation: 'appGroupCreate', given: (n) => `input: { name: "Group ${n}", allApps: true }` },
  customEvents: { mutation: 'customEventCreate', given: (n) => `input: { name: "Event", code: "code_${n}" }` },
  schedulers: {
    mutation: 'autoPushSchedulerCreate',
    given: () => 'input: { name: "Auto", audience: { apps: { all: true } } }',
  },
  pushes: { mutation: 'pushCreate', given: () => `input: { ${PUSH} }` },
  messageTemplates: {
    mutation: 'messageTemplateCreate',
    given: () => `input: { name: "Template", content: { ${PUSH} } }`,
  },
  categories: {
    mutation: 'categoryCreate',
    given: (n) => `input: { key: "key-${n}", names: [{ language: "en", text: "Name" }] }`,
  },
  segments: {
    mutation: 'segmentCreate',
    given: () => 'input: { name: "Segment", tree: { country: { in: ["DE"] } } }',
  },
  webhooks: { mutation: 'webhookCreate', given: () => 'input: { url: "https://example.com/hook" }' },
  drafts: { mutation: 'draftSave', given: () => 'name: "Draft", content: {}' },
  alertRules: {
    mutation: 'alertRuleUpsert',
    given: () => 'input: { kind: APP_PAUSED, name: "Paused", minutes: 5 }',
  },
  attributeDefinitions: {
    mutation: 'attributeDefine',
    given: (n) => `input: { key: "key_${n}", type: STRING }`,
  },
  tags: {
    mutation: 'registerDevices',
    given: (n, appId) => `appId: "${appId}", devices: [{ token: "token-${n}", tags: ["tag ${n}"] }]`,
  },
  tagGroups: { mutation: 'tagGroupCreate', given: () => 'input: { name: "Tags", tags: [] }' },
  imports: {
    mutation: 'deviceImportCreate',
    given: (_n, appId) => `input: { appId: "${appId}", fileName: "devices.csv", format: CSV }`,
  },
  users: { mutation: 'userUpsert', given: (n) => `input: { externalUserId: "user ${n}", attributes: {} }` },
  erasures: { mutation: 'userErase', given: (n) => `input: { externalUserId: "user ${n}" }` },
};

/** The maximum that applies to each mutation's nouns. */
const BOUND_BY: Readonly<Record<string, Maximum>> = {
  ...Object.fromEntries(
    Object.entries(CREATIONS).flatMap(([what, { mutation }]) =>
      CREATES.test(mutation) ? [[mutation, MAXIMA[what as keyof typeof CREATIONS]]] : [],
    ),
  ),
  apiKeyCreate: MAXIMA_IN_USE.apiKeys,
  campaignCreate: MAXIMA.schedulers,
  memberInvite: MAXIMA_IN_USE.members,
  oneTimeSchedulerCreate: MAXIMA.schedulers,
  pushesCreate: MAXIMA.pushes,
  schedulerDuplicate: MAXIMA.schedulers,
  usersUpsert: MAXIMA.users,
  weeklySchedulerCreate: MAXIMA.schedulers,
};

test('every mutation that creates something has a maximum', async () => {
  const mutations = Object.keys((await sharedGraph()).getMutationType()?.getFields() ?? {});
  expect(Object.keys(BOUND_BY).sort()).toEqual(mutations.filter((name) => CREATES.test(name)).sort());
});

let restore = (): void => undefined;

/** Lowers the maximum, so that a few objects reach it. */
const lower = (what: keyof typeof MAXIMA): void => {
  const maximum: { most: number } = MAXIMA[what];
  const { most } = maximum;
  maximum.most = MOST;
  restore = () => {
    maximum.most = most;
  };
};

describe.each(eachDatabase())('the maximum of each noun, $name', (kind) => {
  const app = useGraphApp(kind);
  afterEach(() => restore());

  const createApp = async (user: GraphUser): Promise<string> => {
    const made = await user.data(`mutation { appCreate(input: { name: "iPhone", provider: { providerC: {
      topic: "com.example.app", teamId: "TEAM", privateKeyId: "KID", privateKey: "${PEM}" } } }) {
      app { id } userErrors { message } } }`);
    return made.appCreate.app.id;
  };

  test.each(Object.entries(CREATIONS))('%s: one more is refused with the maximum', async (what, creation) => {
    const user = await app().newUser();
    const appId = what === 'apps' ? '' : await createApp(user);
    if (what === 'schedulers') await createWebApp(user);
    lower(what as keyof typeof MAXIMA);
    const create = async (n: number): Promise<Json> => {
      const { mutation, given } = creation;
      const fields = mutation === 'registerDevices' ? 'results { userErrors { code message } } ' : '';
      const source = `mutation { ${mutation}(${given(n, appId)}) { ${fields}userErrors { code message } } }`;
      const answer = (await user.data(source))[mutation];
      return [...answer.userErrors, ...(answer.results ?? []).flatMap((item: Json) => item.userErrors)];
    };
    for (let n = 0; n < MOST; n += 1) expect(await create(n)).toEqual([]);
    const [refusal] = await create(MOST);
    expect(refusal).toEqual({
      code: what === 'tags' ? 'TOO_MANY_TAGS' : 'TOO_MANY',
      message: expect.stringContaining(`at most ${MOST} ${MAXIMA[what as keyof typeof MAXIMA].noun}`),
    });
  });

  test('applies to new users among known ones, whose changes are accepted', async () => {
    const user = await app().newUser();
    lower('users');
    const upsert = async (...ids: readonly number[]): Promise<(string | null)[]> => {
      const users = ids.map((n) => `{ externalUserId: "user ${n}", attributes: {} }`).join(' ');
      const source = `mutation { usersUpsert(input: { users: [${users}] }) { results { user { externalUserId }
        userErrors { code } } userErrors { code } } }`;
      const { results } = (await user.data(source)).usersUpsert;
      return results.map((item: Json) => item.user?.externalUserId ?? item.userErrors[0].code);
    };
    expect(await upsert(1, 2)).toEqual(['user 1', 'user 2']);
    expect(await upsert(2, 3, 4)).toEqual(['user 2', 'TOO_MANY', 'TOO_MANY']);
    expect(await upsert(3, 1)).toEqual(['user 3', 'user 1']);
  });

  test('applies to concurrent additions', async () => {
    const user = await app().newUser();
    lower('apps');
    const source = 'mutation { appCreate(input: { name: "App", provider: { webpush: true } }) { app { id } } }';
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.data(source)));
    expect(answers.filter(({ appCreate }) => appCreate.app !== null)).toHaveLength(MOST);
  });
});

const PEM =
  '-----BEGIN PRIVATE KEY-----\\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\\n-----END PRIVATE KEY-----\\n';
