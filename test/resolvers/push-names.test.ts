import { describe, expect, test } from '@jest/globals';
import { createAutoPush, createPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const CREATE =
  'mutation ($input: PushInput!) { pushCreate(input: $input) { push { id databaseId name } userErrors { field code } } }';
const UPDATE =
  'mutation ($id: ID!, $input: PushInput!) { pushUpdate(id: $id, input: $input) { push { name } userErrors { field code } } }';

const pushOf = (title: string, text = 'Text', rest: Json = {}): Json => ({
  defaultLang: 'en',
  translations: [{ language: 'en', title, text }],
  ...rest,
});

describe.each(eachDatabase())('the name of a push, $name', (kind) => {
  const app = useGraphApp(kind);

  const create = async (user: GraphUser, input: Json): Promise<Json> => (await user.data(CREATE, { input })).pushCreate;

  test('is optional, and kept by an update that omits it', async () => {
    const user = await app().newUser();
    expect((await create(user, pushOf('T'))).push.name).toBeNull();
    expect((await create(user, pushOf('T', 'x', { name: '' }))).push.name).toBeNull();
    const { push } = await create(user, pushOf('T', 'x', { name: '🚀'.repeat(255) }));
    expect(push.name).toBe('🚀'.repeat(255));
    const update = async (rest: Json): Promise<Json> =>
      (await user.data(UPDATE, { id: push.id, input: pushOf('New', 'x', rest) })).pushUpdate;
    expect((await update({})).push.name).toBe('🚀'.repeat(255));
    expect((await update({ name: 'Welcome' })).push.name).toBe('Welcome');
    expect((await update({ name: null })).push.name).toBeNull();
  });

  test('has at most 255 printable characters', async () => {
    const user = await app().newUser();
    const refused = [
      ['🚀'.repeat(256), 'TOO_LONG'],
      ['a\u0007', 'INVALID'],
      ['  ', 'REQUIRED'],
    ] as const;
    for (const [name, code] of refused) {
      const { push, userErrors } = await create(user, pushOf('T', 'x', { name }));
      expect([push, userErrors]).toEqual([null, [{ field: ['input', 'name'], code }]]);
    }
  });

  test('is kept by REST updates', async () => {
    const user = await app().newUser();
    const { push } = await create(user, pushOf('T', 'x', { name: 'Welcome' }));
    const { pushes } = app().services;
    const caller = await app().services.keys.authenticate(`Bearer ${user.apiKey}`);
    // `toPushInput` of `rest-compat` makes this from a body.
    const translations = [{ language: 'en', title: 'From REST', text: 'x', image: null, icon: null, link: null }];
    await pushes.update(caller, push.databaseId, { defaultLang: 'en', translations });
    const look = 'query ($id: ID!) { push(id: $id) { name translations { title } } }';
    expect((await user.data(look, { id: push.id })).push).toEqual({
      name: 'Welcome',
      translations: [{ title: 'From REST' }],
    });
  });
});

describe.each(eachDatabase())('a search, $name', (kind) => {
  const app = useGraphApp(kind);

  const find = async (user: GraphUser, list: 'pushes' | 'schedulers', search: string): Promise<number[]> => {
    const query = `query ($where: ${list === 'pushes' ? 'PushWhereInput' : 'SchedulerWhereInput'}) {
      ${list}(where: $where) { totalCount nodes { databaseId } } }`;
    const page = (await user.data(query, { where: { search } }))[list];
    expect(page.totalCount).toBe(page.nodes.length);
    return page.nodes.map(({ databaseId }: Json) => databaseId);
  };

  const setUp = async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const stranger = await app().newUser();
    const inputs = [
      pushOf('Summer sale', 'Everything 50% off', { name: 'July_offer' }),
      pushOf('Ärger vermeiden', 'Ein Text mit Über', {}),
      pushOf('plain', 'nothing 50 off here'),
    ];
    inputs[0].translations.push({ language: 'fr', title: 'Soldes', text: 'Été !' });
    const pushes: Json[] = [];
    for (const input of inputs) pushes.push((await user.data(CREATE, { input })).pushCreate.push);
    await createPush(stranger, 'Summer sale');
    const [first, second] = [await createAutoPush(user, 'Spring'), await createAutoPush(user, 'Sümmer')];
    const bind =
      'mutation ($id: ID!, $ids: [ID!]!) { schedulerBindPushes(id: $id, pushIds: $ids) { userErrors { code } } }';
    await user.data(bind, { id: first.id, ids: [pushes[0]?.id, pushes[2]?.id] });
    const ids = pushes.map(({ databaseId }) => databaseId);
    return { user, ids, first: first.databaseId, second: second.databaseId };
  };

  test('of pushes finds names, titles and texts in every language, ignoring case', async () => {
    const { user, ids } = await setUp();
    const [sale, trouble, plain] = ids;
    const cases: readonly (readonly [string, readonly (number | undefined)[]])[] = [
      ['SUMMER', [sale]],
      ['july_', [sale]],
      ['soldes', [sale]],
      ['été', [sale]],
      ['ÄRGER', [trouble]],
      ['ärger', [trouble]],
      ['über', [trouble]],
      ['off', [sale, plain]],
      ['', ids],
      // Pattern characters match themselves.
      ['50%', [sale]],
      ['y_o', [sale]],
      ['e_s', []],
      ['!', [sale]],
      ["' OR 1=1 --", []],
      ['no such thing', []],
    ];
    for (const [search, found] of cases) expect([search, await find(user, 'pushes', search)]).toEqual([search, found]);
  });

  test('of schedulers finds their names and the texts of their pushes', async () => {
    const { user, first, second } = await setUp();
    expect(await find(user, 'schedulers', 'spring')).toEqual([first]);
    expect(await find(user, 'schedulers', 'SÜMMER')).toEqual([second]);
    expect(await find(user, 'schedulers', 'summer')).toEqual([first]);
    expect(await find(user, 'schedulers', 'soldes')).toEqual([first]);
    expect(await find(user, 'schedulers', 'July')).toEqual([first]);
    expect(await find(user, 'schedulers', 'Ärger')).toEqual([]);
  });

  test('is at most 100 characters long, and costs more than a list', async () => {
    const { user } = await setUp();
    const ask = (search: string) =>
      user.query('query ($s: String) { pushes(where: { search: $s, active: true }) { nodes { id } } }', { s: search });
    expect((await ask('🚀'.repeat(100))).errors).toBeUndefined();
    expect((await ask('🚀'.repeat(101))).errors[0].extensions.code).toBe('BAD_USER_INPUT');
    const costOf = async (where: Json): Promise<number> =>
      (await user.query('query ($where: PushWhereInput) { pushes(where: $where) { nodes { id } } }', { where })).body
        .extensions.cost.requested;
    expect((await costOf({ search: 'x' })) - (await costOf({ active: true }))).toBe(500);
  });
});
