import { describe, expect, test } from '@jest/globals';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const ASK = `query ($from: DateTime!, $to: DateTime!, $first: Int! = 200) {
  upcomingMoments(from: $from, to: $to, first: $first) {
    scheduler { id name kind } at lastAt waves { at zones } clockChange quietPolicy quietUntil isThrottled } }`;

const DAY = 86_400_000;
const HOUR = 3_600_000;
const ALL = { apps: { all: true } };

const KINDS = { oneTime: 'OneTimeSchedulerInput', weekly: 'WeeklySchedulerInput', autoPush: 'AutoPushSchedulerInput' };

const create = async (user: GraphUser, kind: keyof typeof KINDS, input: Json, activate = true): Promise<string> => {
  const { made } = await user.data(
    `mutation ($input: ${KINDS[kind]}!) { made: ${kind}SchedulerCreate(input: $input) { scheduler { id } userErrors { message } } }`,
    { input: { audience: ALL, ...input } },
  );
  expect(made.userErrors).toEqual([]);
  const { id } = made.scheduler;
  if (activate) {
    await user.data('mutation ($id: ID!) { schedulerActivate(id: $id) { userErrors { code } } }', { id });
  }
  return id;
};

describe.each(eachDatabase())('the upcoming moments, $name', (kind) => {
  const app = useGraphApp(kind);

  const newUser = async (): Promise<GraphUser> => {
    const user = await app().newUser();
    await createWebApp(user);
    return user;
  };

  const at = (ms: number): string => new Date(app().clock.now() + ms).toISOString();

  const ask = async (user: GraphUser, from: number, to: number, first = 200): Promise<Json[]> =>
    (await user.data(ASK, { from: at(from), to: at(to), first })).upcomingMoments;

  test('report whether quiet hours of the scheduler, or else of the account, cover their local time', async () => {
    const user = await newUser();
    await user.data('mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) { userErrors { code } } }', {
      input: { quietHours: { start: '22:00', end: '07:00' } },
    });
    const once = (name: string, time: string, rest: Json) =>
      create(user, 'oneTime', { name, date: '2026-11-04', time, ...rest });
    const berlin = { timeZone: 'Europe/Berlin' };
    await once('Night', '23:00', berlin);
    await once('Morning', '07:00', berlin);
    await once('Off', '23:00', { ...berlin, quietHours: { off: true } });
    await once('Own', '12:00', { ...berlin, quietHours: { start: '11:00', end: '13:00', policy: 'DROP' } });
    await once('Local', '22:00', { localTime: true });
    const found = await ask(user, 0, 4 * DAY);
    const quiet = found.map(({ scheduler, quietPolicy, quietUntil }) => [scheduler.name, quietPolicy, quietUntil]);
    expect(new Map(quiet.map(([name, ...rest]) => [name, rest]))).toEqual(
      new Map([
        ['Night', ['HOLD', '2026-11-05T06:00:00.000Z']],
        ['Morning', [null, null]],
        ['Off', [null, null]],
        ['Own', ['DROP', '2026-11-04T12:00:00.000Z']],
        // The last zone is twelve hours behind UTC.
        ['Local', ['HOLD', '2026-11-05T19:00:00.000Z']],
      ]),
    );
  });

  test("report whether their scheduler's speed spreads them over time", async () => {
    const user = await newUser();
    const once = (name: string, speed: Json) =>
      create(user, 'oneTime', { name, date: '2026-11-04', time: '10:00', timeZone: 'UTC', speed });
    await once('Limited', { maxPerMinute: 60 });
    await once('Ramped', { ramp: { start: 1, factor: 2, every: 60 } });
    await once('Watched', { stopOnTrouble: { share: 0.1, after: 1, window: 60 } });
    await once('Fast', null);
    const found = (await ask(user, 0, 4 * DAY)).map(({ scheduler, isThrottled }) => [scheduler.name, isThrottled]);
    expect(Object.fromEntries(found)).toEqual({ Limited: true, Ramped: true, Watched: false, Fast: false });
  });

  test('cover all active schedulers in order of time, as each scheduler lists its own', async () => {
    const user = await newUser();
    const every = (...times: string[]) => [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, times }));
    const ids = [
      await create(user, 'weekly', { name: 'Local', times: every('09:00', '18:30'), localTime: true }),
      await create(user, 'weekly', { name: 'Berlin', times: every('12:00'), timeZone: 'Europe/Berlin' }),
      await create(user, 'oneTime', { name: 'Once', date: '2026-11-05', time: '10:00', localTime: true }),
      await create(user, 'oneTime', { name: 'Now', date: '2026-11-02', time: '20:00', localTime: true }),
      await create(user, 'oneTime', { name: 'Offset', date: '2026-11-04', time: '10:00', timeZone: '+05:30' }),
    ];
    await create(user, 'oneTime', { name: 'Draft', date: '2026-11-04', time: '10:00', timeZone: '+05:30' }, false);
    await create(user, 'oneTime', { name: 'Later', date: '2026-12-24', time: '10:00', timeZone: '+05:30' });
    await create(user, 'autoPush', { name: 'Auto' });
    const days = 4;
    const found = await ask(user, 0, days * DAY);
    expect(found.map((moment) => moment.at)).toEqual(found.map((moment) => moment.at).toSorted());
    const end = at(days * DAY);
    for (const id of ids) {
      const { scheduler } = await user.data(
        `query ($id: ID!) { scheduler(id: $id) { nextMoments(first: 100) { at localTimes { local zones } }
           ... on WeeklyScheduler { localTime } ... on OneTimeScheduler { localTime } } }`,
        { id },
      );
      const waves = new Map<string, Json[]>();
      for (const moment of scheduler.nextMoments) {
        for (const { local, zones } of moment.localTimes) {
          waves.set(local, [...(waves.get(local) ?? []), { at: moment.at, zones }]);
        }
      }
      const own = found.filter((moment) => moment.scheduler.id === id);
      expect(own.length).toBeGreaterThan(0);
      // A hundred instants may end within a local time.
      const until = scheduler.nextMoments.length < 100 ? end : scheduler.nextMoments.at(-1).at;
      const expected = [...waves.values()]
        .filter((all) => all[0].at < end && new Date(all[0].at).getTime() + 26 * HOUR < new Date(until).getTime())
        .map((all) => ({ at: all[0].at, lastAt: all.at(-1).at, waves: scheduler.localTime ? all : [] }));
      const known = own
        .slice(0, expected.length)
        .map(({ at: first, lastAt, waves: all }) => ({ at: first, lastAt, waves: all }));
      expect(known).toEqual(expected.toSorted((a, b) => (a.at < b.at ? -1 : 1)));
    }
    expect(new Set(found.map((moment) => moment.scheduler.name))).toEqual(
      new Set(['Local', 'Berlin', 'Once', 'Now', 'Offset']),
    );
    expect(await ask(user, 0, days * DAY, 3)).toEqual(found.slice(0, 3));
    expect(await ask(await newUser(), 0, days * DAY)).toEqual([]);
  });

  test('can be filtered by kind of scheduler, and by application', async () => {
    const user = await app().newUser();
    const shop = await createWebApp(user);
    const news = await createWebApp(user);
    const times = [{ day: 1, times: ['09:00'] }];
    const at10 = { date: '2026-11-05', time: '10:00', timeZone: 'UTC' };
    await create(user, 'weekly', { name: 'All', times, timeZone: 'UTC' });
    await create(user, 'weekly', { name: 'Shop', times, timeZone: 'UTC', audience: { apps: { appIds: [shop.id] } } });
    const newsOnly = { apps: { all: true, exceptAppIds: [shop.id] } };
    await create(user, 'oneTime', { name: 'News', ...at10, audience: newsOnly });
    const names = async (where: Json): Promise<string[]> => {
      const { upcomingMoments } = await user.data(
        `query ($from: DateTime!, $to: DateTime!, $where: UpcomingMomentWhereInput) {
          upcomingMoments(from: $from, to: $to, where: $where) { scheduler { name } } }`,
        { from: at(0), to: at(8 * DAY), where },
      );
      return [...new Set<string>(upcomingMoments.map(({ scheduler }: Json) => scheduler.name))].toSorted();
    };
    expect(await names({ appId: shop.id })).toEqual(['All', 'Shop']);
    expect(await names({ appId: news.id })).toEqual(['All', 'News']);
    expect(await names({ appId: news.id, kind: ['WEEKLY'] })).toEqual(['All']);
    expect(await names({ kind: ['ONE_TIME', 'AUTO_PUSH'] })).toEqual(['News']);
    expect(await names({ kind: [] })).toEqual([]);
    expect(await names({ appId: 'nothing' })).toEqual([]);
    expect(await names({})).toEqual(['All', 'News', 'Shop']);
  });

  test('are complete, even if they began before the requested time, and exclude past ones', async () => {
    const user = await newUser();
    await create(user, 'oneTime', { name: 'Once', date: '2026-11-04', time: '12:00', localTime: true });
    const [whole] = await ask(user, 0, 5 * DAY);
    expect([whole.at, whole.lastAt]).toEqual(['2026-11-03T22:00:00.000Z', '2026-11-05T00:00:00.000Z']);
    const noon = 2 * DAY;
    expect(await ask(user, noon, noon + HOUR)).toEqual([whole]);
    expect(await ask(user, 3 * DAY, 4 * DAY)).toEqual([]);
    app().clock.advance(2 * DAY);
    const [rest] = await ask(user, -DAY, DAY);
    expect(rest.at > at(0)).toBe(true);
    expect(rest.waves).toEqual(whole.waves.filter((wave: Json) => wave.at > at(0)));
    app().clock.advance(-2 * DAY);
  });

  test('show the effect of a clock change on them', async () => {
    const user = await newUser();
    const timeZone = 'Europe/Berlin';
    await create(user, 'weekly', { name: 'W', times: [{ day: 7, times: ['02:30'] }], timeZone });
    const ask = async (from: string, to: string) =>
      (await user.data(ASK, { from, to })).upcomingMoments.map((moment: Json) => [moment.at, moment.clockChange]);
    expect(await ask('2027-03-20T00:00:00Z', '2027-04-05T00:00:00Z')).toEqual([
      ['2027-03-21T01:30:00.000Z', null],
      ['2027-03-28T01:00:00.000Z', 'SKIPPED'],
      ['2027-04-04T00:30:00.000Z', null],
    ]);
    expect(await ask('2027-10-30T00:00:00Z', '2027-11-01T00:00:00Z')).toEqual([
      ['2027-10-31T00:30:00.000Z', 'REPEATED'],
    ]);
    await create(user, 'oneTime', { name: 'L', date: '2027-03-28', time: '02:30', localTime: true });
    expect(await ask('2027-03-27T00:00:00Z', '2027-03-28T01:00:00Z')).toEqual([
      ['2027-03-27T12:30:00.000Z', 'SKIPPED'],
    ]);
  });

  test('of very many schedulers yield to other work, and take limited time', async () => {
    const user = await newUser();
    await app().database.tx(async (tx) => {
      const [row] = await tx.query('SELECT MAX(id) AS id FROM scheduler');
      const first = Number(row.id ?? 0) + 1;
      const now = app().clock.now();
      for (let part = 0; part < 2_000; part += 500) {
        const ids = Array.from({ length: 500 }, (_, index) => first + part + index);
        await tx.query(
          `INSERT INTO scheduler (id, user_id, kind, name, name_folded, active, archived, all_apps, all_countries, all_languages,
             all_audiences, local_time, next_due_at, created_at, updated_at)
           VALUES ${ids.map((id) => `(${id}, ${user.userId}, 'smartweekly', 'W', 'w', 1, 0, 1, 0, 0, 0, 1, ${now + (id % 97) * 60_000}, 0, 0)`).join(', ')}`,
        );
        const slots = ids.flatMap((id) => [1, 2, 3, 4, 5, 6, 7].map((day) => `(${id}, ${day}, ${(id * 7) % 1440})`));
        await tx.query(`INSERT INTO scheduler_slot (scheduler_id, day, minute) VALUES ${slots.join(', ')}`);
      }
    });
    let [turns, working] = [0, true];
    const takeTurn = (): void => {
      turns += 1;
      if (working) setImmediate(takeTurn);
    };
    takeTurn();
    const before = app().database.statements.count;
    const found = await ask(user, 0, 62 * DAY, 500);
    working = false;
    expect(found).toHaveLength(500);
    expect(turns).toBeGreaterThan(20);
    // The statements read the schedulers, their times in parts, the shown moments, and the key.
    expect(app().database.statements.count - before).toBeLessThanOrEqual(8);
  });

  test('of a scheduler with every minute of the week are limited too', async () => {
    const user = await newUser();
    const minutes = Array.from({ length: 1_440 }, (_, minute) =>
      [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':'),
    );
    const times = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, times: minutes }));
    for (const localTime of [true, false, true]) await create(user, 'weekly', { name: 'W', times, localTime });
    const found = await ask(user, 0, 62 * DAY, 500);
    expect(found).toHaveLength(500);
  });

  test.each([
    [{ to: '2026-11-02T12:00:00Z', from: '2026-11-02T12:00:00Z' }, '`to` must be after `from`, by at most 62 days.'],
    [{ to: '2027-01-03T12:00:01Z', from: '2026-11-02T12:00:00Z' }, '`to` must be after `from`, by at most 62 days.'],
    [{ to: '1969-01-03T12:00:00Z', from: '1969-01-02T12:00:00Z' }, '`from` must be in the years 1970 to 2199.'],
    [{ to: '2026-11-03T12:00:00Z', from: '2026-11-02T12:00:00Z', first: 0 }, '`first` must be 1 to 500.'],
    [{ to: 'soon', from: '2026-11-02T12:00:00Z' }, expect.stringContaining('`to` must be an instant')],
  ])('are refused for %j, with a message that explains what to do', async (args, message) => {
    const { errors } = await (await newUser()).query(ASK, args);
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('cost according to the number requested', async () => {
    const user = await newUser();
    const costOf = async (first: number): Promise<number> => {
      const args = { from: at(0), to: at(DAY), first };
      const query =
        'query ($from: DateTime!, $to: DateTime!, $first: Int!) { upcomingMoments(from: $from, to: $to, first: $first) { at } }';
      return (await user.query(query, args)).body.extensions.cost.requested;
    };
    expect((await costOf(500)) - (await costOf(200))).toBe(300 * 6);
    expect(await costOf(5_000)).toBe(await costOf(500));
  });
});
