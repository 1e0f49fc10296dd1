import { describe, expect, test } from '@jest/globals';
import { createPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const AUDIENCE = `audience { apps { all appIds groupIds exceptAppIds exceptGroupIds } countries { all include exclude }
  languages { all include exclude } tags { anyTag include includeGroupIds exclude excludeGroupIds } events { include exclude } }`;

/** Each noun with the input fields of its update, under their output names. */
const NOUNS = {
  app: ['AppUpdateInput', 'name link identityVerification'],
  appGroup: ['AppGroupInput', 'name allApps appIds'],
  customEvent: ['CustomEventInput', 'name code'],
  device: ['DeviceUpdateInput', 'language country timeZone externalUserId tags platform appVersion'],
  push: ['PushInput', 'name defaultLang translations { language title text image icon link }'],
  tagGroup: ['TagGroupInput', 'name tags'],
  autoPushScheduler: ['AutoPushSchedulerInput', `name delay ${AUDIENCE}`],
  oneTimeScheduler: ['OneTimeSchedulerInput', `name date time localTime timeZone gracePeriod ${AUDIENCE}`],
  weeklyScheduler: ['WeeklySchedulerInput', `name times { day times } localTime timeZone gracePeriod ${AUDIENCE}`],
} as const;
type Noun = keyof typeof NOUNS;

const isScheduler = (noun: Noun): boolean => noun.endsWith('Scheduler');

/** The query for one such object, as `it`. */
const select = (noun: Noun, fields: string): string =>
  isScheduler(noun)
    ? `it: scheduler(id: $id) { ... on ${noun.charAt(0).toUpperCase()}${noun.slice(1)} { ${fields} } }`
    : `it: ${noun}(id: $id) { ${fields} }`;

/** Audiences that use different members. */
const audiences = ({ app, other, group, tagGroup }: Readonly<Record<string, string>>): Json[] => [
  { apps: { all: true } },
  { apps: { all: true, exceptAppIds: [other] }, countries: { all: true }, tags: { anyTag: true, exclude: ['bot'] } },
  {
    apps: { appIds: [app], groupIds: [group] },
    countries: { include: ['DE', 'at'] },
    languages: { exclude: ['pt-BR'] },
    tags: { include: ['vip'], includeGroupIds: [tagGroup], exclude: ['bot'] },
    events: { include: ['reg'], exclude: ['dep'] },
  },
  {
    apps: { appIds: [app], exceptGroupIds: [group] },
    countries: { exclude: ['DE'] },
    languages: { include: ['de'] },
    tags: { excludeGroupIds: [tagGroup] },
  },
];

/** The three kinds with such an audience, with several kinds of clocks. */
const schedulers = (audience: Json, index: number): [Noun, Json][] => [
  ['autoPushScheduler', { name: 'A', audience, delay: index % 2 ? '1h' : null }],
  [
    'oneTimeScheduler',
    index % 2
      ? { name: 'O', audience, date: '2027-01-01', time: '18:30', timeZone: 'Europe/Berlin', gracePeriod: '90m' }
      : { name: 'O', audience, date: '2027-01-01', time: '18:30', localTime: true, externalIds: ['u1', 'u2'] },
  ],
  [
    'weeklyScheduler',
    { name: 'W', audience, times: [{ day: 7, times: ['20:00', '08:00'] }], ...(index % 2 ? { localTime: true } : {}) },
  ],
];

const create = async (user: GraphUser, noun: Noun, input: Json): Promise<string> => {
  const member = isScheduler(noun) ? 'scheduler' : noun;
  const type = isScheduler(noun) ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}Input` : NOUNS[noun][0];
  const { made } = await user.data(
    `mutation ($input: ${type}!) { made: ${noun}Create(input: $input) { made: ${member} { id } userErrors { field message } } }`,
    { input },
  );
  expect(made.userErrors).toEqual([]);
  return made.made.id;
};

const setUp = async (user: GraphUser): Promise<[Noun, string][]> => {
  const [app, other] = [(await createWebApp(user)).id, (await createWebApp(user)).id];
  const attributes = { language: 'pt-BR', country: 'BR', timeZone: 'Asia/Tokyo', externalUserId: 'ann', tags: ['a'] };
  const [device = ''] = await registerBrowsers(user, app, [attributes]);
  const group = await create(user, 'appGroup', { name: 'Some', appIds: [other] });
  const tagGroup = await create(user, 'tagGroup', { name: 'Some', tags: ['a', 'b'] });
  const made: [Noun, string][] = [
    ['app', app],
    ['device', device],
    ['push', (await createPush(user)).id],
    ['appGroup', group],
    ['appGroup', await create(user, 'appGroup', { name: 'All', allApps: true })],
    ['tagGroup', tagGroup],
    ['customEvent', await create(user, 'customEvent', { name: 'Bought', code: 'bought' })],
  ];
  const kinds = audiences({ app, other, group, tagGroup }).flatMap(schedulers);
  for (const [noun, input] of kinds) made.push([noun, await create(user, noun, input)]);
  return made;
};

describe.each(eachDatabase())('an input filled from an output, $name', (kind) => {
  const app = useGraphApp(kind);

  test('by field name changes nothing', async () => {
    const user = await app().newUser();
    const filters = () =>
      app().database.query('SELECT scheduler_id, field, value, position FROM scheduler_filter ORDER BY 1, 2, 4', []);
    const made = await setUp(user);
    const listsBefore = await filters();
    for (const [noun, id] of made) {
      const [input, fields] = NOUNS[noun];
      const read = async (): Promise<Json> =>
        (await user.data(`query ($id: ID!) { ${select(noun, fields)} }`, { id })).it;
      const before = await read();
      const update = `mutation ($id: ID!, $input: ${input}!) { done: ${noun}Update(id: $id, input: $input) { userErrors { field message } } }`;
      const { done } = await user.data(update, { id, input: before });
      expect([noun, done.userErrors]).toEqual([noun, []]);
      expect([noun, await read()]).toEqual([noun, before]);
    }
    expect(await filters()).toEqual(listsBefore);
  });

  test('is refused if only a deleted group was included, instead of reaching everybody', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const tagGroup = await create(user, 'tagGroup', { name: 'Few', tags: ['a'] });
    const audience = { apps: { all: true }, tags: { includeGroupIds: [tagGroup] } };
    const id = await create(user, 'autoPushScheduler', { name: 'A', audience });
    await user.data('mutation ($id: ID!) { tagGroupDelete(id: $id) { deletedId } }', { id: tagGroup });
    const [type, fields] = NOUNS.autoPushScheduler;
    const { it: input } = await user.data(`query ($id: ID!) { ${select('autoPushScheduler', fields)} }`, { id });
    const { done } = await user.data(
      `mutation ($id: ID!, $input: ${type}!) { done: autoPushSchedulerUpdate(id: $id, input: $input) { userErrors { field code } } }`,
      { id, input },
    );
    const field = ['input', 'audience', 'tags', 'includeGroupIds', '0'];
    expect(done.userErrors).toEqual([{ field, code: 'NOT_FOUND' }]);
  });

  test('keeps external user ids if an update omits them, and removes them with an empty list', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const input = { name: 'O', audience: { apps: { all: true } }, date: '2027-01-01', time: '18:30', localTime: true };
    const id = await create(user, 'oneTimeScheduler', { ...input, externalIds: ['u1', 'u2'] });
    const left = async (change: Json): Promise<Json> => {
      const { done } = await user.data(
        `mutation ($id: ID!, $input: OneTimeSchedulerInput!) { done: oneTimeSchedulerUpdate(id: $id, input: $input) {
           scheduler { ... on OneTimeScheduler { externalIds { nodes } } } } }`,
        { id, input: { ...input, ...change } },
      );
      return done.scheduler.externalIds.nodes;
    };
    expect(await left({})).toEqual(['u1', 'u2']);
    expect(await left({ externalIds: null })).toEqual(['u1', 'u2']);
    expect(await left({ externalIds: ['u3'] })).toEqual(['u3']);
    expect(await left({ externalIds: [] })).toEqual([]);
  });
});
