import { describe, expect, test } from '@jest/globals';
import { createAutoPush, createWebApp } from '../schema/support/factories.js';
import { type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const AUDIENCE = 'audience: { apps: { all: true } }';
const PUSH = 'defaultLang: "en", translations: [{ language: "en", title: "Title", text: "Text" }]';

/** Creates each noun that has a name. */
const CREATIONS: Readonly<Record<string, string>> = {
  'apiKeyCreate apiKey': 'input: { name: $name, scopes: [READ] }',
  'appCreate app': 'input: { name: $name, provider: { webpush: true } }',
  'appGroupCreate appGroup': 'input: { name: $name, allApps: true }',
  'customEventCreate customEvent': 'input: { name: $name, code: "named" }',
  'draftSave draft': 'name: $name, content: {}',
  'messageTemplateCreate messageTemplate': `input: { name: $name, content: { ${PUSH} } }`,
  'memberInvite member': 'input: { name: $name, email: "named@example.com", role: VIEWER }',
  'segmentCreate segment': 'input: { name: $name, tree: { country: { in: ["DE"] } } }',
  'pushCreate push': `input: { name: $name, ${PUSH} }`,
  'tagGroupCreate tagGroup': 'input: { name: $name, tags: [] }',
  'autoPushSchedulerCreate scheduler': `input: { name: $name, ${AUDIENCE} }`,
  'oneTimeSchedulerCreate scheduler': `input: { name: $name, ${AUDIENCE}, date: "2027-01-01", time: "10:00", timeZone: "UTC" }`,
  'weeklySchedulerCreate scheduler': `input: { name: $name, ${AUDIENCE}, times: [{ day: 1, times: ["10:00"] }], timeZone: "UTC" }`,
};

describe.each(eachDatabase())('names, $name', (kind) => {
  const app = useGraphApp(kind);

  test.each(Object.entries(CREATIONS))('%s normalises names and refuses invisible characters', async (key, given) => {
    const [mutation = '', noun = ''] = key.split(' ');
    const user = await app().newUser();
    await createWebApp(user);
    const create = async (name: string): Promise<Json> => {
      const source = `mutation ($name: String!) { ${mutation}(${given}) { ${noun} { name } userErrors { code } } }`;
      return (await user.data(source, { name }))[mutation];
    };
    for (const name of ['zero\u200bwidth', 'over\u202eride', 'bell\u0007', '\ufeffmark', 'line\n']) {
      const answer = await create(name);
      expect([name, answer[noun], answer.userErrors[0]?.code]).toEqual([name, null, 'INVALID']);
    }
    const made = await create('Ｃａｆｅ\u0301 👩‍👧');
    expect(made).toEqual({ [noun]: { name: 'Café 👩‍👧' }, userErrors: [] });
  });

  test('e-mail addresses with invisible characters are refused, even at an end', async () => {
    const user = await app().newUser();
    const source = `mutation ($email: String!) {
      memberInvite(input: { name: "Ann", email: $email, role: VIEWER }) { member { email } userErrors { code } } }`;
    for (const email of ['zero\u200bwidth@example.com', '\ufeffmark@example.com', 'line@example.com\n']) {
      const { member, userErrors } = (await user.data(source, { email })).memberInvite;
      expect([email, member, userErrors[0]?.code]).toEqual([email, null, 'INVALID']);
    }
    const { member } = (await user.data(source, { email: ' Line@example.com ' })).memberInvite;
    expect(member).toEqual({ email: 'line@example.com' });
  });

  test('changes and copies of a name follow the same rules', async () => {
    const user = await app().newUser();
    const { id } = await createWebApp(user);
    const scheduler = await createAutoPush(user);
    const rename =
      'mutation ($id: ID!, $name: String!) { appUpdate(id: $id, input: { name: $name }) { app { name } userErrors { code } } }';
    const copy =
      'mutation ($id: ID!, $name: String!) { schedulerDuplicate(id: $id, name: $name) { scheduler { name } userErrors { code } } }';
    for (const [source, of, mutation] of [
      [rename, id, 'appUpdate'],
      [copy, scheduler.id, 'schedulerDuplicate'],
    ] as const) {
      const refused = (await user.data(source, { id: of, name: 'a\u2066b' }))[mutation];
      expect(refused.userErrors[0]?.code).toBe('INVALID');
      const done = (await user.data(source, { id: of, name: 'Ｎｅｗ' }))[mutation];
      expect(done).toMatchObject({ userErrors: [] });
      expect(JSON.stringify(done)).toContain('"New"');
    }
  });

  test('names of goals follow them too, and stay unique', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const source = `mutation ($input: AutoPushSchedulerInput!) { autoPushSchedulerCreate(input: $input) {
      scheduler { goals { name } } userErrors { field code } } }`;
    const create = async (...names: string[]): Promise<Json> => {
      const goals = names.map((name) => ({ name, event: 'reg', window: 3_600 }));
      const input = { name: 'Auto', audience: { apps: { all: true } }, goals };
      return (await user.data(source, { input })).autoPushSchedulerCreate;
    };
    for (const name of ['zero\u200bwidth', 'over\u202eride', 'bell\u0007']) {
      expect((await create(name)).userErrors).toMatchObject([{ code: 'INVALID' }]);
    }
    expect((await create('Ｂｕｙ', 'Buy')).userErrors).toMatchObject([{ code: 'INVALID' }]);
    expect((await create('Ｃａｆｅ\u0301')).scheduler).toEqual({ goals: [{ name: 'Café' }] });
  });
});
