import { describe, expect, test } from '@jest/globals';
import { createAutoPush, createPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const ERRORS = 'userErrors { field message code }';
const AUDIENCE = `audience {
  apps { all apps { name } exceptApps { name } groups { name } exceptGroups { name } }
  countries { all include exclude } languages { all include exclude }
  tags { anyTag include exclude includeGroups { name } excludeGroups { name } } events { include exclude }
}`;

describe.each(eachDatabase())('schedulers, $name', (kind) => {
  const app = useGraphApp(kind);

  test('a one-time scheduler keeps its whole audience and is of its own type', async () => {
    const user = await app().newUser();
    const [one, two] = [await createWebApp(user, 'One'), await createWebApp(user, 'Two')];
    const { oneTimeSchedulerCreate } = await user.data(
      `mutation ($input: OneTimeSchedulerInput!) { oneTimeSchedulerCreate(input: $input) { ${ERRORS} scheduler {
         __typename id active kind name ${AUDIENCE}
         ... on OneTimeScheduler { date time localTime timeZone leftOutZones externalIds(first: 2) { nodes totalCount pageInfo { hasNextPage } } }
       } } }`,
      {
        input: {
          name: 'Once',
          date: '2026-12-24',
          time: '18:30:00',
          timeZone: 'Europe/Berlin',
          externalIds: ['u3', 'u1', 'u2'],
          audience: {
            apps: { all: true, exceptAppIds: [two.id] },
            countries: { exclude: ['de', 'AT'] },
            languages: { include: ['pt'] },
            tags: { include: ['vip'], exclude: ['bot'] },
            events: { include: ['reg'], exclude: ['dep'] },
          },
        },
      },
    );
    expect(oneTimeSchedulerCreate.userErrors).toEqual([]);
    expect(oneTimeSchedulerCreate.scheduler).toMatchObject({
      __typename: 'OneTimeScheduler',
      active: false,
      kind: 'ONE_TIME',
      date: '2026-12-24',
      time: '18:30',
      localTime: false,
      timeZone: 'Europe/Berlin',
      leftOutZones: [],
      externalIds: { nodes: ['u3', 'u1'], totalCount: 3, pageInfo: { hasNextPage: true } },
      audience: {
        apps: { all: true, apps: [], exceptApps: [{ name: 'Two' }], groups: [], exceptGroups: [] },
        countries: { all: true, include: [], exclude: ['de', 'AT'] },
        languages: { all: false, include: ['pt'], exclude: [] },
        tags: { anyTag: false, include: ['vip'], exclude: ['bot'], includeGroups: [], excludeGroups: [] },
        events: { include: ['reg'], exclude: ['dep'] },
      },
    });
    expect(one.id).not.toBe(two.id);
  });

  test('a weekly scheduler is created, replaced and read through the interface', async () => {
    const user = await app().newUser();
    const { id: appId } = await createWebApp(user);
    const input = {
      name: 'Weekly',
      times: [
        { day: 7, times: ['20:00'] },
        { day: 1, times: ['18:00', '09:00'] },
      ],
      audience: { apps: { appIds: [appId] } },
      localTime: true,
    };
    const fields = '... on WeeklyScheduler { times { day times } localTime timeZone }';
    const { weeklySchedulerCreate } = await user.data(
      `mutation ($input: WeeklySchedulerInput!) { weeklySchedulerCreate(input: $input) { scheduler { id ${fields} } } }`,
      { input },
    );
    expect(weeklySchedulerCreate.scheduler).toMatchObject({
      times: [
        { day: 1, times: ['09:00', '18:00'] },
        { day: 7, times: ['20:00'] },
      ],
      localTime: true,
      timeZone: null,
    });
    const { id } = weeklySchedulerCreate.scheduler;
    await user.data(
      'mutation ($id: ID!, $input: WeeklySchedulerInput!) { weeklySchedulerUpdate(id: $id, input: $input) { scheduler { id } } }',
      { id, input: { ...input, name: 'Renamed', localTime: null } },
    );
    const { node } = await user.data(
      `query ($id: ID!) { node(id: $id) { __typename id ... on Scheduler { name databaseId ${AUDIENCE} } ${fields} } }`,
      { id },
    );
    expect(node).toMatchObject({ __typename: 'WeeklyScheduler', id, name: 'Renamed', timeZone: '+00:00' });
    expect(node.audience.apps.apps).toEqual([{ name: 'Web' }]);
  });

  test.each<[object, string, string]>([
    [{ apps: { appIds: ['QXBwOjk5OTk'] } }, 'input.audience.apps.appIds.0', 'NOT_FOUND'],
    [{ apps: { appIds: ['nonsense'] } }, 'input.audience.apps.appIds.0', 'NOT_FOUND'],
    [{ apps: {} }, 'input.audience.apps.appIds', 'NO_APPS'],
    [{ apps: { all: true, groupIds: ['x'] } }, 'input.audience.apps.groupIds.0', 'NOT_FOUND'],
    [{ apps: { all: true }, countries: { all: true, include: ['DE'] } }, 'input.audience.countries.include', 'INVALID'],
    [
      { apps: { all: true }, languages: { all: false, exclude: ['de'] } },
      'input.audience.languages.exclude',
      'INVALID',
    ],
    [{ apps: { all: true }, tags: { anyTag: true, include: ['a'] } }, 'input.audience.tags.include', 'INVALID'],
    [{ apps: { all: true }, events: { include: ['nope'] } }, 'input.audience.events.include.0', 'NOT_FOUND'],
    [{ apps: { all: true }, countries: { include: ['XK'] } }, 'input.audience.countries.include.0', 'INVALID'],
    [{ apps: { all: true }, tags: { include: ['a'], exclude: ['a'] } }, 'input.audience.tags.include', 'OVERLAP'],
  ])('a wrong audience %j is a user error at %s', async (audience, field, code) => {
    const user = await app().newUser();
    await createWebApp(user);
    const { autoPushSchedulerCreate } = await user.data(
      `mutation ($audience: AudienceInput!) {
         autoPushSchedulerCreate(input: { name: "x", audience: $audience }) { scheduler { id } ${ERRORS} } }`,
      { audience },
    );
    const [error] = autoPushSchedulerCreate.userErrors;
    expect(error.field.join('.')).toBe(field);
    expect(error.code).toBe(code);
    expect(error.message).not.toMatch(/[a-z]_[a-z]/);
    expect(autoPushSchedulerCreate.scheduler).toBeNull();
  });

  test('local time and a time zone exclude each other, in variables too', async () => {
    const user = await app().newUser();
    const query = `mutation ($localTime: Boolean, $timeZone: TimeZone) { oneTimeSchedulerCreate(input: {
         name: "x", date: "2026-12-24", time: "10:00", localTime: $localTime, timeZone: $timeZone, audience: { apps: { all: true } }
       }) { scheduler { id } userErrors { field message } } }`;
    const both = await user.data(query, { localTime: true, timeZone: '+01:00' });
    expect(both.oneTimeSchedulerCreate).toEqual({
      scheduler: null,
      userErrors: [{ field: ['input', 'timeZone'], message: '`timeZone` must be omitted when `localTime` is true.' }],
    });
    const none = await user.data(query, { localTime: false, timeZone: null });
    expect(none.oneTimeSchedulerCreate.userErrors).toMatchObject([{ field: ['input', 'timeZone'] }]);
    const unknown = await user.data(query, { timeZone: 'Mars/Olympus' });
    expect(unknown.oneTimeSchedulerCreate.userErrors).toEqual([
      { field: ['input', 'timeZone'], message: expect.stringContaining('IANA') },
    ]);
  });

  test('activation needs the scope SEND and a future moment', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const { id } = await createOneTime(user, '2026-11-02', '11:00');
    const activate = `mutation ($id: ID!) { schedulerActivate(id: $id) { scheduler { active nextDueAt } ${ERRORS} } }`;
    const past = await user.data(activate, { id });
    expect(past.schedulerActivate.userErrors[0]).toMatchObject({ field: ['id'], code: 'PAST' });
    const { id: later } = await createOneTime(user, '2026-11-03', '11:00');
    const writer = app().userWithKey(await app().services.keys.createKey(user.userId, ['read', 'write']));
    expect((await writer.query(activate, { id: later })).errors[0].extensions.code).toBe('FORBIDDEN');
    expect((await user.data(activate, { id: later })).schedulerActivate.scheduler).toEqual({
      active: true,
      nextDueAt: '2026-11-03T11:00:00.000Z',
    });
    const archive = 'mutation ($id: ID!) { schedulerArchive(id: $id) { scheduler { active archived nextDueAt } } }';
    expect((await user.data(archive, { id: later })).schedulerArchive.scheduler).toEqual({
      active: false,
      archived: true,
      nextDueAt: null,
    });
  });

  test('pushes are bound in the given order, and another scheduler cannot take them', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const [first, second] = [await createAutoPush(user, 'First'), await createAutoPush(user, 'Second')];
    const pushes = [await createPush(user, 'A'), await createPush(user, 'B'), await createPush(user, 'C')];
    const ids = pushes.map((push) => push.id).reverse();
    const bind = `mutation ($id: ID!, $pushIds: [ID!]!) { schedulerBindPushes(id: $id, pushIds: $pushIds) {
      scheduler { pushes { totalCount nodes { id scheduler { name } } } } ${ERRORS} } }`;
    const { schedulerBindPushes } = await user.data(bind, { id: first.id, pushIds: ids });
    expect(schedulerBindPushes.scheduler.pushes).toEqual({
      totalCount: 3,
      nodes: ids.map((id) => ({ id, scheduler: { name: 'First' } })),
    });
    const taken = await user.data(bind, { id: second.id, pushIds: ids.slice(0, 1) });
    expect(taken.schedulerBindPushes.userErrors[0]).toMatchObject({ field: ['pushIds', '0'], code: 'BOUND' });
    const { schedulerDelete } = await user.data(
      `mutation ($id: ID!) { schedulerDelete(id: $id) { deletedId ${ERRORS} } }`,
      { id: first.id },
    );
    expect(schedulerDelete).toEqual({ deletedId: first.id, userErrors: [] });
    expect((await user.data('{ pushes { totalCount } }')).pushes.totalCount).toBe(0);
  });

  test('a list applies its filters', async () => {
    const user = await app().newUser();
    const { id: appId } = await createWebApp(user);
    await createAutoPush(user, 'Grüße');
    await createOneTime(user, '2026-12-01', '10:00');
    const names = async (where: object) => {
      const query = 'query ($where: SchedulerWhereInput) { schedulers(where: $where) { nodes { name } totalCount } }';
      const { schedulers } = await user.data(query, { where });
      expect(schedulers.totalCount).toBe(schedulers.nodes.length);
      return schedulers.nodes.map((node: { name: string }) => node.name);
    };
    expect(await names({ nameContains: 'GRÜ' })).toEqual(['Grüße']);
    expect(await names({ nameContains: '%' })).toEqual([]);
    expect(await names({ kind: ['ONE_TIME'] })).toEqual(['Once']);
    expect(await names({ kind: [] })).toEqual([]);
    expect(await names({ active: true })).toEqual([]);
    expect(await names({ archived: false, appId })).toEqual(['Grüße', 'Once']);
    expect(await names({ appId: 'QXBwOjk5OTk' })).toEqual([]);
    expect(await names({ country: 'DE' })).toEqual(['Grüße', 'Once']);
    for (const [name, languages] of [
      ['Portuguese', { include: ['PT'] }],
      ['No Brazil', { exclude: ['pt-BR'] }],
    ] as const) {
      await user.data(
        'mutation ($input: AutoPushSchedulerInput!) { autoPushSchedulerCreate(input: $input) { scheduler { id } } }',
        { input: { name, audience: { apps: { all: true }, languages } } },
      );
    }
    expect(await names({ language: 'pt-BR' })).toEqual(['Grüße', 'Once', 'Portuguese']);
    expect(await names({ language: 'pt', nameContains: 'o' })).toEqual(['Once', 'Portuguese', 'No Brazil']);
    expect(await names({ language: 'de', nameContains: 'o' })).toEqual(['Once', 'No Brazil']);
  });
});

const createOneTime = async (user: GraphUser, date: string, time: string): Promise<{ id: string }> => {
  const { oneTimeSchedulerCreate } = await user.data(
    `mutation ($date: LocalDate!, $time: LocalTime!) { oneTimeSchedulerCreate(input: {
       name: "Once", date: $date, time: $time, timeZone: "+00:00", audience: { apps: { all: true } }
     }) { scheduler { id } userErrors { message } } }`,
    { date, time },
  );
  return oneTimeSchedulerCreate.scheduler;
};
