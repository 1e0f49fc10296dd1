import { describe, expect, test } from '@jest/globals';
import { allZones } from '../../src/schedule/zones.js';
import { createAutoPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const MOMENT = 'at localTimes { local zones clockChange note }';

const createOneTime = async (user: GraphUser, input: object): Promise<string> => {
  const { oneTimeSchedulerCreate } = await user.data(
    'mutation ($input: OneTimeSchedulerInput!) { oneTimeSchedulerCreate(input: $input) { scheduler { id } } }',
    { input: { name: 'Once', audience: { apps: { all: true } }, ...input } },
  );
  return oneTimeSchedulerCreate.scheduler.id;
};

const createWeekly = async (user: GraphUser, input: object): Promise<string> => {
  const { weeklySchedulerCreate } = await user.data(
    'mutation ($input: WeeklySchedulerInput!) { weeklySchedulerCreate(input: $input) { scheduler { id } } }',
    { input: { name: 'Weekly', audience: { apps: { all: true } }, ...input } },
  );
  return weeklySchedulerCreate.scheduler.id;
};

const ask = (user: GraphUser, id: string, args = '', fields = MOMENT) =>
  user.query(`query ($id: ID!) { scheduler(id: $id) { nextMoments${args} { ${fields} } } }`, { id });

const nextMoments = async (user: GraphUser, id: string, args?: string) => {
  const { data, errors } = await ask(user, id, args);
  expect(errors).toBeUndefined();
  return data.scheduler.nextMoments;
};

describe.each(eachDatabase())('the next moments of a scheduler, $name', (kind) => {
  const app = useGraphApp(kind);
  const newUser = async () => {
    const user = await app().newUser();
    await createWebApp(user);
    return user;
  };

  test('of many schedulers are bounded before and during calculation, which yields to other work', async () => {
    const user = await newUser();
    const times = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, times: ['06:00', '12:00', '18:00'] }));
    for (let index = 0; index < 12; index += 1) await createWeekly(user, { times, localTime: true });
    const ask = (schedulers: number, first: number) =>
      user.query(
        'query ($n: Int, $first: Int!) { schedulers(first: $n) { nodes { nextMoments(first: $first) { at } } } }',
        {
          n: schedulers,
          first,
        },
      );
    // The operation's own limit stops it, however few schedulers there are.
    const refused = await ask(100, 100);
    expect(refused.errors[0].extensions.code).toBe('LIMIT_EXCEEDED');
    expect(refused.data).toBeUndefined();
    const tooMany = await ask(15, 90);
    expect(tooMany.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    let turns = 0;
    let working = true;
    const takeTurn = (): void => {
      turns += 1;
      if (working) setImmediate(takeTurn);
    };
    takeTurn();
    const { data, errors } = await ask(12, 40);
    working = false;
    expect(errors).toBeUndefined();
    expect(data.schedulers.nodes.map(({ nextMoments: all }: { nextMoments: unknown[] }) => all.length)).toEqual(
      Array(12).fill(40),
    );
    // The calculation yields at least once before each of them.
    expect(turns).toBeGreaterThanOrEqual(12);
  });

  test('of a weekly one follow one clock, through a spring and an autumn in Berlin', async () => {
    const user = await newUser();
    const id = await createWeekly(user, { times: [{ day: 7, times: ['02:30'] }], timeZone: 'Europe/Berlin' });
    const rest = { zones: ['Europe/Berlin'], clockChange: 'NONE', note: null };
    expect(await nextMoments(user, id, '(first: 2)')).toEqual([
      { at: '2026-11-08T01:30:00.000Z', localTimes: [{ local: '2026-11-08T02:30', ...rest }] },
      { at: '2026-11-15T01:30:00.000Z', localTimes: [{ local: '2026-11-15T02:30', ...rest }] },
    ]);
    const note = '02:30 does not exist in Europe/Berlin on 2027-03-28; it is sent at 03:00, when clocks jump.';
    expect(await nextMoments(user, id, '(first: 2, after: "2027-03-28T00:59:59Z")')).toEqual([
      {
        at: '2027-03-28T01:00:00.000Z',
        localTimes: [{ local: '2027-03-28T02:30', zones: ['Europe/Berlin'], clockChange: 'SKIPPED', note }],
      },
      { at: '2027-04-04T00:30:00.000Z', localTimes: [{ local: '2027-04-04T02:30', ...rest }] },
    ]);
    const twice =
      '02:30 comes twice in Europe/Berlin on 2027-10-31, as clocks are set back; it is sent at the first of the two.';
    expect(await nextMoments(user, id, '(first: 2, after: "2027-10-30T12:00:00Z")')).toEqual([
      {
        at: '2027-10-31T00:30:00.000Z',
        localTimes: [{ local: '2027-10-31T02:30', zones: ['Europe/Berlin'], clockChange: 'REPEATED', note: twice }],
      },
      { at: '2027-11-07T01:30:00.000Z', localTimes: [{ local: '2027-11-07T02:30', ...rest }] },
    ]);
  });

  test('of a one-time one by local time cover all zones, or the chosen ones under any of their names', async () => {
    const user = await newUser();
    const id = await createOneTime(user, { date: '2027-03-28', time: '02:30', localTime: true });
    const all = await nextMoments(user, id, '(first: 100)');
    const zones = all.flatMap(({ localTimes }: { localTimes: { zones: string[] }[] }) =>
      localTimes.flatMap((local) => local.zones),
    );
    expect(zones.sort()).toEqual(allZones());
    expect(all).toEqual(await nextMoments(user, id, '(first: 99)'));
    expect(await nextMoments(user, id)).toEqual(all.slice(0, 10));
    const chosen = '(zones: ["europe/berlin", "Europe/Berlin", "Asia/Kolkata", "Europe/Paris", "Europe/London"])';
    const note =
      '02:30 does not exist in Europe/Berlin and Europe/Paris on 2027-03-28; it is sent at 03:00, when clocks jump.';
    const local = '2027-03-28T02:30';
    expect(await nextMoments(user, id, chosen)).toEqual([
      {
        at: '2027-03-27T21:00:00.000Z',
        localTimes: [{ local, zones: ['Asia/Calcutta'], clockChange: 'NONE', note: null }],
      },
      {
        at: '2027-03-28T01:00:00.000Z',
        localTimes: [{ local, zones: ['Europe/Berlin', 'Europe/Paris'], clockChange: 'SKIPPED', note }],
      },
      {
        at: '2027-03-28T01:30:00.000Z',
        localTimes: [{ local, zones: ['Europe/London'], clockChange: 'NONE', note: null }],
      },
    ]);
  });

  test('report the half hour that Lord Howe skips and repeats', async () => {
    const user = await newUser();
    const timeZone = 'Australia/Lord_Howe';
    const spring = await createOneTime(user, { date: '2027-10-03', time: '02:10', timeZone });
    expect(await nextMoments(user, spring)).toMatchObject([
      {
        at: '2027-10-02T15:30:00.000Z',
        localTimes: [
          {
            clockChange: 'SKIPPED',
            note: '02:10 does not exist in Australia/Lord_Howe on 2027-10-03; it is sent at 02:30, when clocks jump.',
          },
        ],
      },
    ]);
    const autumn = await createOneTime(user, { date: '2027-04-04', time: '01:45', timeZone });
    expect(await nextMoments(user, autumn)).toMatchObject([
      { at: '2027-04-03T14:45:00.000Z', localTimes: [{ clockChange: 'REPEATED' }] },
    ]);
  });

  test('merge the local times of a skipped day', async () => {
    const user = await newUser();
    const times = [
      { day: 5, times: ['12:00'] },
      { day: 6, times: ['00:00'] },
    ];
    const id = await createWeekly(user, { times, localTime: true });
    const args = '(first: 1, zones: ["Pacific/Apia"], after: "2011-12-29T23:00:00Z")';
    const zones = ['Pacific/Apia'];
    const note =
      '12:00 does not exist in Pacific/Apia on 2011-12-30; it is sent at 00:00 on 2011-12-31, when clocks jump, together with 00:00 and only once.';
    expect(await nextMoments(user, id, args)).toEqual([
      {
        at: '2011-12-30T10:00:00.000Z',
        localTimes: [
          { local: '2011-12-30T12:00', zones, clockChange: 'SKIPPED', note },
          { local: '2011-12-31T00:00', zones, clockChange: 'NONE', note: null },
        ],
      },
    ]);
  });

  test('exist for an active scheduler, but not for one that has ended or follows events', async () => {
    const user = await newUser();
    const id = await createWeekly(user, { times: [{ day: 3, times: ['09:00', '17:30'] }], localTime: true });
    const before = await nextMoments(user, id);
    const { schedulerActivate } = await user.data(
      'mutation ($id: ID!) { schedulerActivate(id: $id) { scheduler { nextDueAt nextMoments { at } } } }',
      { id },
    );
    const { nextDueAt, nextMoments: after } = schedulerActivate.scheduler;
    expect(after.map(({ at }: { at: string }) => at)).toEqual(before.map(({ at }: { at: string }) => at));
    expect(nextDueAt).toBe(before[0].at);
    const over = await createOneTime(user, { date: '2027-01-01', time: '10:00', timeZone: '+05:30' });
    const local = { local: '2027-01-01T10:00', zones: ['+05:30'], clockChange: 'NONE', note: null };
    expect(await nextMoments(user, over, '(zones: ["Asia/Tokyo"])')).toEqual([
      { at: '2027-01-01T04:30:00.000Z', localTimes: [local] },
    ]);
    expect(await nextMoments(user, over, '(after: "2027-01-01T04:30:00Z")')).toEqual([]);
    expect(await nextMoments(user, (await createAutoPush(user)).id)).toEqual([]);
  });

  test('are at most 100, however many are requested', async () => {
    const user = await newUser();
    const id = await createWeekly(user, { times: [{ day: 7, times: ['02:30'] }] });
    expect(await nextMoments(user, id, '(first: 2147483647, zones: ["Asia/Tokyo"])')).toHaveLength(100);
  });

  test.each([
    ['(first: 0)', '`first` must be 1 to 100.'],
    ['(zones: [])', 'List at least one zone in `zones`, or omit it for all.'],
    [
      '(zones: ["+02:00"])',
      '`zones` must have IANA names such as "Europe/Berlin", as devices report them; "+02:00" is not one.',
    ],
    ['(zones: ["Mars/Base"])', expect.stringContaining('an IANA time zone name such as "Europe/Berlin"')],
    ['(after: "2200-01-01T00:00:00Z")', '`after` must be in the years 1970 to 2199.'],
    ['(after: "1969-12-31T23:59:59Z")', '`after` must be in the years 1970 to 2199.'],
  ])('are refused for %s, with a message that explains what to do', async (args, message) => {
    const user = await newUser();
    const id = await createWeekly(user, { times: [{ day: 7, times: ['02:30'] }] });
    const { errors } = await ask(user, id, args);
    expect(errors).toMatchObject([{ message, extensions: { code: expect.stringMatching(/INPUT|VALIDATION/) } }]);
  });

  test('of many schedulers take as many statements as those of one', async () => {
    const user = await newUser();
    const { statements } = app().database;
    const count = async (): Promise<number> => {
      const before = statements.count;
      await user.data(`{ schedulers(first: 50) { nodes { nextMoments(first: 3) { ${MOMENT} } } } }`);
      return statements.count - before;
    };
    await createWeekly(user, { times: [{ day: 1, times: ['08:00'] }] });
    await createOneTime(user, { date: '2027-01-01', time: '10:00', localTime: true });
    const few = await count();
    for (let day = 1; day <= 7; day += 1) await createWeekly(user, { times: [{ day, times: ['08:00'] }] });
    expect(await count()).toBe(few);
  });

  test('count against the cost of an operation by the number requested', async () => {
    const user = await newUser();
    const id = await createWeekly(user, { times: [{ day: 7, times: ['02:30'] }] });
    const nested = `{ schedulers(first: 100) { nodes { nextMoments(first: 100) { ${MOMENT} } } } }`;
    const { errors } = await user.query(nested);
    expect(errors[0].message).toMatch(/cost/i);
    const moments = await nextMoments(user, id, '(first: 100)');
    expect(moments).toHaveLength(100);
  });
});
