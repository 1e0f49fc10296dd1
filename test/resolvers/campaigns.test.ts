import { describe, expect, test } from '@jest/globals';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const CREATE = `mutation ($input: CampaignInput!, $key: String) {
  campaignCreate(input: $input, idempotencyKey: $key) {
    scheduler { id name active status nextDueAt preview pushes(first: 50) { nodes { name active translations { language title } } } }
    userErrors { field message code } } }`;

const DUPLICATE = `mutation ($id: ID!, $name: String, $key: String) {
  schedulerDuplicate(id: $id, name: $name, idempotencyKey: $key) { scheduler { id } userErrors { field message code } } }`;

const UPDATE = `mutation ($id: ID!, $input: CampaignUpdateInput!, $key: String) {
  campaignUpdate(id: $id, input: $input, idempotencyKey: $key) { scheduler { id } userErrors { field message code } } }`;

const push = (title: string, name: string | null = null): Json => ({
  name,
  defaultLang: 'en',
  translations: [
    { language: 'de', title: `${title} de`, text: 'Text' },
    { language: 'en', title, text: 'text' },
  ],
});

const AUDIENCE = { apps: { all: true } };
const ONCE = { name: 'Once', audience: AUDIENCE, date: '2027-01-01', time: '10:00', timeZone: 'Europe/Berlin' };
const WEEKLY = { name: 'Weekly', audience: AUDIENCE, times: [{ day: 1, times: ['10:00', '18:00'] }], localTime: true };
const AUTO = { name: 'Auto', audience: AUDIENCE, delay: '1h' };

describe.each(eachDatabase())('a campaign, $name', (kind) => {
  const app = useGraphApp(kind);

  const newUser = async (): Promise<GraphUser> => {
    const user = await app().newUser();
    await registerBrowsers(user, (await createWebApp(user)).id, [{}]);
    return user;
  };

  const create = async (user: GraphUser, input: Json, key: string | null = null): Promise<Json> =>
    (await user.data(CREATE, { input, key })).campaignCreate;

  const withScopes = async (user: GraphUser, scopes: readonly string[]): Promise<GraphUser> => {
    const mutation = 'mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { secret } }';
    const { apiKeyCreate } = await user.data(mutation, { input: { scopes } });
    return app().userWithKey({ userId: user.userId, apiKey: apiKeyCreate.secret });
  };

  const counts = async (): Promise<Json> => {
    const tables = ['scheduler', 'scheduler_filter', 'scheduler_slot', 'push', 'push_translation'];
    const [row] = await app().database.query(
      `SELECT ${tables.map((table) => `(SELECT COUNT(*) FROM ${table}) AS ${table}`).join(', ')}`,
    );
    return row;
  };

  test('of each kind is created with its pushes, in order, and active if requested', async () => {
    const user = await newUser();
    const once = await create(user, { oneTime: { scheduler: ONCE, pushes: [push('One', 'Named'), push('Two')] } });
    expect(once).toEqual({
      userErrors: [],
      scheduler: {
        id: expect.any(String),
        name: 'Once',
        active: false,
        status: 'DRAFT',
        nextDueAt: null,
        preview: 'Named',
        pushes: {
          nodes: [
            {
              name: 'Named',
              active: true,
              translations: [
                { language: 'de', title: 'One de' },
                { language: 'en', title: 'One' },
              ],
            },
            expect.objectContaining({ name: null, active: true }),
          ],
        },
      },
    });
    const weekly = await create(user, { weekly: { scheduler: WEEKLY, pushes: [push('Hi')], activate: true } });
    expect(weekly.scheduler).toMatchObject({ active: true, status: 'SCHEDULED', preview: 'Hi' });
    expect(weekly.scheduler.nextDueAt).not.toBeNull();
    const auto = await create(user, { autoPush: { scheduler: AUTO, pushes: [push('Hi')], activate: true } });
    expect(auto.scheduler).toMatchObject({ active: true, status: 'LISTENING' });
  });

  test('reports every broken rule with its place in the input, and creates nothing', async () => {
    const user = await newUser();
    const before = await counts();
    const bad = {
      scheduler: { ...ONCE, name: '', date: '2026-02-30', audience: { ...AUDIENCE, countries: { include: ['UK'] } } },
      pushes: [push('Good'), { ...push('x'.repeat(256), ''), defaultLang: 'fr' }, push('Good', '\u0007')],
    };
    const { scheduler, userErrors } = await create(user, { oneTime: bad });
    expect(scheduler).toBeNull();
    expect(userErrors.map(({ field, code }: Json) => `${field.join('.')} ${code}`).toSorted()).toEqual([
      'input.oneTime.pushes.1.translations MISSING_DEFAULT',
      'input.oneTime.pushes.1.translations.0.title TOO_LONG',
      'input.oneTime.pushes.1.translations.1.title TOO_LONG',
      'input.oneTime.pushes.2.name INVALID',
      'input.oneTime.scheduler.audience.countries.include.0 INVALID',
      'input.oneTime.scheduler.date INVALID',
      'input.oneTime.scheduler.name REQUIRED',
    ]);
    const places = [
      [{ weekly: { scheduler: { ...WEEKLY, times: [] }, pushes: [] } }, ['scheduler.times', 'pushes']],
      [{ autoPush: { scheduler: AUTO, pushes: Array(21).fill(push('x')) } }, ['pushes']],
      [
        {
          autoPush: {
            scheduler: { ...AUTO, audience: { ...AUDIENCE, events: { include: ['nope'] } } },
            pushes: [push('x')],
          },
        },
        ['scheduler.audience.events.include.0'],
      ],
      [
        { oneTime: { scheduler: { ...ONCE, date: '2026-01-01' }, pushes: [push('x')], activate: true } },
        ['scheduler.date'],
      ],
    ] as const;
    for (const [input, fields] of places) {
      const [of] = Object.keys(input);
      const answer = await create(user, input);
      expect([answer.scheduler, answer.userErrors.map(({ field }: Json) => field.join('.'))]).toEqual([
        null,
        fields.map((field) => `input.${of}.${field}`),
      ]);
    }
    expect(await counts()).toEqual(before);
  });

  test('has one of the three kinds, in exactly one of the fields', async () => {
    const user = await newUser();
    const oneTime = { scheduler: ONCE, pushes: [push('x')] };
    for (const input of [{}, { oneTime, autoPush: { scheduler: AUTO, pushes: [push('x')] } }]) {
      const { errors } = await user.query(CREATE, { input });
      expect(errors[0].message).toMatch(/CampaignInput/);
    }
  });

  test('is created once per key, with the same answer, and another request is refused', async () => {
    const user = await newUser();
    const input = { oneTime: { scheduler: ONCE, pushes: [push('One')] } };
    const first = await create(user, input, 'k');
    const before = await counts();
    expect((await create(user, input, 'k')).scheduler.id).toBe(first.scheduler.id);
    expect(await counts()).toEqual(before);
    const other = await create(user, { oneTime: { scheduler: ONCE, pushes: [push('Two')] } }, 'k');
    expect(other.userErrors).toMatchObject([{ code: 'CONFLICT' }]);
    const empty = await create(user, input, '');
    expect(empty.userErrors).toMatchObject([{ field: ['idempotencyKey'], code: 'REQUIRED' }]);
  });

  test('needs WRITE, and SEND to be active at once', async () => {
    const user = await newUser();
    const [reader, writer] = [await withScopes(user, ['READ']), await withScopes(user, ['READ', 'WRITE'])];
    const before = await counts();
    const input = { autoPush: { scheduler: AUTO, pushes: [push('x')] } };
    const forbidden = (answer: Json) => answer.errors?.[0]?.extensions.code;
    expect(forbidden(await reader.query(CREATE, { input }))).toBe('FORBIDDEN');
    const active = { autoPush: { ...input.autoPush, activate: true } };
    expect(forbidden(await writer.query(CREATE, { input: active }))).toBe('FORBIDDEN');
    expect(await counts()).toEqual(before);
    const { scheduler } = await create(writer, input);
    expect(scheduler.status).toBe('DRAFT');
    expect(forbidden(await reader.query(DUPLICATE, { id: scheduler.id }))).toBe('FORBIDDEN');
    expect((await writer.data(DUPLICATE, { id: scheduler.id })).schedulerDuplicate.userErrors).toEqual([]);
  });

  const LOOK = `query ($id: ID!) { scheduler(id: $id) {
    __typename name active status audience { apps { all exceptAppIds } countries { include } tags { anyTag exclude } }
    ... on WeeklyScheduler { times { day times } localTime gracePeriod }
    ... on OneTimeScheduler { date time timeZone externalIds(first: 10) { nodes totalCount } }
    pushes(first: 50) { nodes { name active archived defaultLang translations { language title text image icon link } } } } }`;

  const look = async (user: GraphUser, id: string): Promise<Json> => (await user.data(LOOK, { id })).scheduler;

  test('is copied with its filters, times and pushes, as a separate draft', async () => {
    const user = await newUser();
    const other = await createWebApp(user, 'Other');
    const audience = {
      apps: { all: true, exceptAppIds: [other.id] },
      countries: { include: ['DE', 'at'] },
      tags: { anyTag: true, exclude: ['bot'] },
    };
    const link = 'https://example.com/a';
    const pushes = [push('One', 'Named'), push('Two'), push('Three')];
    pushes[1].translations[0] = { ...pushes[1].translations[0], image: link, icon: link, link };
    const made = [
      await create(user, { weekly: { scheduler: { ...WEEKLY, audience, gracePeriod: '2h' }, pushes, activate: true } }),
      await create(user, { oneTime: { scheduler: { ...ONCE, audience, externalIds: ['b', 'a'] }, pushes } }),
      await create(user, { autoPush: { scheduler: { ...AUTO, audience }, pushes, activate: true } }),
    ];
    for (const { scheduler } of made) {
      const { pushes: bound } = (
        await user.data('query ($id: ID!) { scheduler(id: $id) { pushes { nodes { id } } } }', { id: scheduler.id })
      ).scheduler;
      await user.data(
        'mutation ($off: ID!, $away: ID!) { pushDeactivate(id: $off) { userErrors { code } } pushArchive(id: $away) { userErrors { code } } }',
        { off: bound.nodes[1].id, away: bound.nodes[2].id },
      );
      const original = await look(user, scheduler.id);
      const { schedulerDuplicate } = await user.data(DUPLICATE, { id: scheduler.id });
      expect(schedulerDuplicate.userErrors).toEqual([]);
      const copy = await look(user, schedulerDuplicate.scheduler.id);
      expect(copy).toEqual({
        ...original,
        name: `${original.name} (copy)`,
        active: false,
        status: 'DRAFT',
        pushes: { nodes: original.pushes.nodes.slice(0, 2) },
      });
      // Each copy has its own pushes.
      await user.data('mutation ($id: ID!) { schedulerDelete(id: $id) { deletedId } }', { id: scheduler.id });
      expect(await look(user, schedulerDuplicate.scheduler.id)).toEqual(copy);
    }
  });

  test('omits excluded parts and currently archived applications from a copy', async () => {
    const user = await newUser();
    const other = await createWebApp(user, 'Other');
    const audience = { apps: { all: true, exceptAppIds: [other.id] } };
    const { scheduler } = await create(user, { autoPush: { scheduler: { ...AUTO, audience }, pushes: [push('x')] } });
    const archive = (verb: string) =>
      user.data(`mutation ($id: ID!) { app${verb}(id: $id) { userErrors { code } } }`, { id: other.id });
    await archive('Archive');
    const { schedulerDuplicate } = await user.data(DUPLICATE, { id: scheduler.id });
    expect((await look(user, schedulerDuplicate.scheduler.id)).audience.apps.exceptAppIds).toEqual([]);
    await archive('Unarchive');
    expect((await look(user, schedulerDuplicate.scheduler.id)).audience.apps.exceptAppIds).toEqual([other.id]);
  });

  /** Ids of the pushes of a scheduler, in order. */
  const boundTo = async (user: GraphUser, id: string): Promise<string[]> => {
    const query = 'query ($id: ID!) { scheduler(id: $id) { pushes(first: 50) { nodes { id } } } }';
    return (await user.data(query, { id })).scheduler.pushes.nodes.map((node: Json) => node.id);
  };

  const titlesOf = async (user: GraphUser, id: string): Promise<string[]> =>
    (await look(user, id)).pushes.nodes.map(
      ({ active, translations }: Json) =>
        `${translations.find(({ language }: Json) => language === 'en').title} ${active}`,
    );

  const update = async (user: GraphUser, id: string, input: Json, key: string | null = null): Promise<Json> =>
    (await user.data(UPDATE, { id, input, key })).campaignUpdate;

  test('is changed as a whole: filters, texts, their order, and new, inactive or removed pushes; its state stays', async () => {
    const user = await newUser();
    const pushes = ['One', 'Two', 'Three', 'Four'].map((title) => push(title, `named ${title}`));
    const { scheduler } = await create(user, { weekly: { scheduler: WEEKLY, pushes, activate: true } });
    const [one, two, three, four] = await boundTo(user, scheduler.id);
    const answer = await update(user, scheduler.id, {
      scheduler: { weekly: { ...WEEKLY, name: 'Changed', times: [{ day: 2, times: ['11:00'] }] } },
      pushes: [
        { ...push('Third'), name: undefined, id: three },
        push('New'),
        { ...push('One'), id: one, active: false },
        { ...push('Off'), active: false },
      ],
      deletePushIds: [two],
    });
    expect(answer.userErrors).toEqual([]);
    expect(await look(user, scheduler.id)).toMatchObject({
      name: 'Changed',
      active: true,
      status: 'SCHEDULED',
      times: [{ day: 2, times: ['11:00'] }],
    });
    // Pushes that were not named stay and come after the others.
    expect(await titlesOf(user, scheduler.id)).toEqual([
      'Third true',
      'New true',
      'One false',
      'Off false',
      'Four true',
    ]);
    const after = await boundTo(user, scheduler.id);
    expect([after[0], after[2], after[4]]).toEqual([three, one, four]);
    const names = (await look(user, scheduler.id)).pushes.nodes.map(({ name }: Json) => name);
    expect(names).toEqual(['named Three', null, null, null, 'named Four']);
    const gone = await user.data('query ($id: ID!) { push(id: $id) { id } }', { id: two });
    expect(gone.push).toBeNull();
    // A deactivated push can still be moved, although binding would refuse it.
    const again = after.toReversed().map((id, index) => ({ ...push(`${index}`), id }));
    expect((await update(user, scheduler.id, { scheduler: { weekly: WEEKLY }, pushes: again })).userErrors).toEqual([]);
    expect(await boundTo(user, scheduler.id)).toEqual(after.toReversed());
    expect(await titlesOf(user, scheduler.id)).toEqual(['0 true', '1 false', '2 false', '3 true', '4 true']);
  });

  test('is not changed if somebody else has updated it since it was read', async () => {
    const user = await newUser();
    const { scheduler } = await create(user, { weekly: { scheduler: WEEKLY, pushes: [push('One')], activate: true } });
    const { id } = scheduler;
    const readAt = async () =>
      (await user.data('query ($id: ID!) { scheduler(id: $id) { updatedAt } }', { id })).scheduler.updatedAt;
    const unchangedSince = await readAt();
    const [first] = await boundTo(user, id);
    const saying = (title: string) => ({ scheduler: { weekly: WEEKLY }, pushes: [{ ...push(title), id: first }] });
    app().clock.advance(1_000);
    expect((await update(user, id, { ...saying('Mine'), unchangedSince })).userErrors).toEqual([]);
    app().clock.advance(1_000);
    expect((await update(user, id, { ...saying('Theirs'), unchangedSince })).userErrors).toEqual([
      {
        field: ['input', 'unchangedSince'],
        message: expect.stringContaining('changed in the meantime'),
        code: 'CONFLICT',
      },
    ]);
    expect(await titlesOf(user, id)).toEqual(['Mine true']);
    expect((await update(user, id, { ...saying('Theirs'), unchangedSince: await readAt() })).userErrors).toEqual([]);
    expect((await update(user, id, saying('Whatever'))).userErrors).toEqual([]);
    expect(await titlesOf(user, id)).toEqual(['Whatever true']);
  });

  test('is not changed at all if any part breaks a rule', async () => {
    const user = await newUser();
    const { scheduler } = await create(user, { oneTime: { scheduler: ONCE, pushes: [push('One'), push('Two')] } });
    const other = await create(user, { oneTime: { scheduler: ONCE, pushes: [push('Foreign')] } });
    const [one, two] = await boundTo(user, scheduler.id);
    const [foreign] = await boundTo(user, other.scheduler.id);
    await user.data('mutation ($id: ID!) { pushArchive(id: $id) { userErrors { code } } }', { id: two });
    const before = [await look(user, scheduler.id), await look(user, other.scheduler.id), await counts()];
    const good = { scheduler: { oneTime: { ...ONCE, name: 'Changed' } }, pushes: [{ ...push('Changed'), id: one }] };
    const refused = [
      [{ ...good, pushes: [...good.pushes, push('x'.repeat(256))] }, 'input.pushes.1.translations.0.title TOO_LONG'],
      [{ ...good, pushes: [...good.pushes, { ...push('x'), id: foreign }] }, 'input.pushes.1.id NOT_FOUND'],
      [{ ...good, pushes: [...good.pushes, { ...push('x'), id: 'nonsense' }] }, 'input.pushes.1.id NOT_FOUND'],
      [{ ...good, pushes: [...good.pushes, { ...push('x'), id: one }] }, 'input.pushes.1.id DUPLICATE'],
      [
        { ...good, pushes: [...good.pushes, { ...push('x'), id: two, active: true }] },
        'input.pushes.1.active ARCHIVED',
      ],
      [{ ...good, deletePushIds: [foreign] }, 'input.deletePushIds.0 NOT_FOUND'],
      [{ ...good, deletePushIds: [two, one] }, 'input.deletePushIds.1 DUPLICATE'],
      [{ ...good, deletePushIds: Array(21).fill(two) }, 'input.deletePushIds TOO_MANY'],
      [{ ...good, pushes: [] }, 'input.pushes REQUIRED'],
      [{ ...good, scheduler: { oneTime: { ...ONCE, name: '' } } }, 'input.scheduler.oneTime.name REQUIRED'],
      [{ ...good, scheduler: { weekly: WEEKLY } }, 'id NOT_FOUND'],
    ] as const;
    for (const [input, expected] of refused) {
      const { scheduler: changed, userErrors } = await update(user, scheduler.id, input);
      expect(changed).toBeNull();
      const told = userErrors.map(({ field, code }: Json) => `${field.join('.')} ${code}`);
      expect(told).toContain(expected);
    }
    expect([await look(user, scheduler.id), await look(user, other.scheduler.id), await counts()]).toEqual(before);
    expect((await update(user, scheduler.id, good)).userErrors).toEqual([]);
  });

  test('is changed once per key, so that new pushes are not created twice', async () => {
    const user = await newUser();
    const { scheduler } = await create(user, { autoPush: { scheduler: AUTO, pushes: [push('One')] } });
    const [one] = await boundTo(user, scheduler.id);
    const input = { scheduler: { autoPush: AUTO }, pushes: [push('New'), { ...push('One'), id: one }] };
    for (let n = 0; n < 2; n += 1) expect((await update(user, scheduler.id, input, 'k')).userErrors).toEqual([]);
    expect(await titlesOf(user, scheduler.id)).toEqual(['New true', 'One true']);
  });

  test("deletes its own draft once it is created, and never another user's", async () => {
    const [user, stranger] = [await newUser(), await app().newUser()];
    const save = async (one: GraphUser): Promise<string> =>
      (await one.data('mutation { draftSave(name: "d", content: {}) { draft { id } } }')).draftSave.draft.id;
    const draftsOf = async (one: GraphUser): Promise<number> =>
      (await one.data('{ drafts { totalCount } }')).drafts.totalCount;
    const [own, foreign] = [await save(user), await save(stranger)];
    const withDraft = `mutation ($input: CampaignInput!, $draft: ID) {
      campaignCreate(input: $input, draftId: $draft) { scheduler { id } userErrors { code } } }`;
    const bad = { autoPush: { scheduler: { ...AUTO, name: '' }, pushes: [push('x')] } };
    await user.data(withDraft, { input: bad, draft: own });
    expect(await draftsOf(user)).toBe(1);
    const input = { autoPush: { scheduler: AUTO, pushes: [push('x')] } };
    for (const draft of [own, own, foreign, 'nonsense']) {
      expect((await user.data(withDraft, { input, draft })).campaignCreate.userErrors).toEqual([]);
    }
    expect([await draftsOf(user), await draftsOf(stranger)]).toEqual([0, 1]);
  });

  test('is copied under a fitting or given name, once per key', async () => {
    const user = await newUser();
    const long = '🚀'.repeat(255);
    const { scheduler } = await create(user, { oneTime: { scheduler: { ...ONCE, name: long }, pushes: [push('x')] } });
    const duplicate = async (name: string | null, key: string | null = null): Promise<Json> =>
      (await user.data(DUPLICATE, { id: scheduler.id, name, key })).schedulerDuplicate;
    const cut = await duplicate(null);
    expect((await look(user, cut.scheduler.id)).name).toBe(`${'🚀'.repeat(248)} (copy)`);
    const named = await duplicate('Mine', 'k');
    expect((await look(user, named.scheduler.id)).name).toBe('Mine');
    expect((await duplicate('Mine', 'k')).scheduler.id).toBe(named.scheduler.id);
    expect((await duplicate('')).userErrors).toMatchObject([{ field: ['name'], code: 'REQUIRED' }]);
  });

  test('takes as many statements to copy ten pushes as one', async () => {
    const user = await newUser();
    const count = async (pushes: number): Promise<number> => {
      const made = await create(user, {
        autoPush: { scheduler: AUTO, pushes: Array.from({ length: pushes }, () => push('x')) },
      });
      const before = app().database.statements.count;
      await user.data(DUPLICATE, { id: made.scheduler.id });
      return app().database.statements.count - before;
    };
    expect(await count(10)).toBe(await count(1));
  });
});
