import { describe, expect, test } from '@jest/globals';
import { Device } from '../../src/entities/device.js';
import { AudienceEstimateService } from '../../src/services/audiences/audience-estimate-service.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const ESTIMATE = `query ($audience: AudienceInput!, $externalIds: [String!], $exact: Boolean! = false) {
  audienceEstimate(audience: $audience, externalIds: $externalIds, exact: $exact) {
    estimate { exact marginOfError examined reached appCount byLanguage { language deviceCount } steps { step remaining leftOut }
      byApp { app { name } exact reached steps { step remaining } } }
    userErrors { field message code } } }`;

const EVERYTHING = {
  allApps: true,
  allCountries: false,
  allLanguages: false,
  allAudiences: false,
  filters: {},
} as const;

describe.each(eachDatabase())('an estimate of an audience, $name', (kind) => {
  const app = useGraphApp(kind);

  const estimate = async (user: GraphUser, audience: Json, externalIds: string[] | null = null): Promise<Json> =>
    (await user.data(ESTIMATE, { audience, externalIds })).audienceEstimate;

  const setUp = async () => {
    const user = await app().newUser();
    const [first, second] = [await createWebApp(user, 'First'), await createWebApp(user, 'Second')];
    const devices = await registerBrowsers(user, first.id, [
      { externalUserId: 'a', country: 'DE', language: 'de', tags: ['vip'] },
      { externalUserId: 'b', country: 'DE', language: 'de-AT', tags: ['vip', 'bad'] },
      { externalUserId: 'c', country: 'DE', language: 'en' },
      { externalUserId: 'd', country: 'FR', language: 'de', tags: ['vip'] },
      { externalUserId: 'e', language: 'de', tags: ['vip'] },
      { externalUserId: 'f', country: 'DE', language: 'de', tags: ['vip'] },
    ]);
    await registerBrowsers(user, second.id, [{ externalUserId: 'a', country: 'DE', language: 'de', tags: ['vip'] }]);
    await user.data('mutation ($id: ID!) { deviceRetire(id: $id) { userErrors { code } } }', { id: devices[5] });
    await user.data(
      `mutation ($app: ID!) { trackEvents(appId: $app, reports: [{ subject: { externalUserId: "a" }, events: [{ code: "dep" }] }]) {
         userErrors { code } } }`,
      { app: second.id },
    );
    return { user, first, second, devices };
  };

  test('counts the devices that remain after each step, in total and by application', async () => {
    const { user } = await setUp();
    const answer = await estimate(user, {
      apps: { all: true },
      countries: { include: ['DE'] },
      languages: { include: ['de'] },
      tags: { include: ['vip'], exclude: ['bad'] },
      events: { exclude: ['dep'] },
    });
    expect(answer.userErrors).toEqual([]);
    expect(answer.estimate).toEqual({
      exact: true,
      marginOfError: 0,
      examined: 7,
      reached: 1,
      appCount: 2,
      byLanguage: [{ language: 'de', deviceCount: 1 }],
      steps: [
        { step: 'REGISTERED', remaining: 7, leftOut: 0 },
        { step: 'ACTIVE', remaining: 6, leftOut: 1 },
        { step: 'COUNTRY', remaining: 4, leftOut: 2 },
        { step: 'LANGUAGE', remaining: 3, leftOut: 1 },
        { step: 'TAGS', remaining: 2, leftOut: 1 },
        { step: 'EVENTS', remaining: 1, leftOut: 1 },
      ],
      byApp: [
        {
          app: { name: 'First' },
          exact: true,
          reached: 1,
          steps: [
            { step: 'REGISTERED', remaining: 6 },
            { step: 'ACTIVE', remaining: 5 },
            { step: 'COUNTRY', remaining: 3 },
            { step: 'LANGUAGE', remaining: 2 },
            { step: 'TAGS', remaining: 1 },
            { step: 'EVENTS', remaining: 1 },
          ],
        },
        {
          app: { name: 'Second' },
          exact: true,
          reached: 0,
          steps: ['REGISTERED', 'ACTIVE', 'COUNTRY', 'LANGUAGE', 'TAGS', 'EVENTS'].map((step) => ({
            step,
            remaining: step === 'EVENTS' ? 0 : 1,
          })),
        },
      ],
    });
  });

  test('of given users starts from those users, through their index', async () => {
    const { user } = await setUp();
    const answer = await estimate(user, { apps: { all: true }, countries: { include: ['DE'] } }, ['a', 'd', 'x', 'a']);
    expect(answer.estimate).toMatchObject({ exact: true, examined: 3, reached: 2 });
    expect(answer.estimate.steps.map(({ step, remaining }: Json) => [step, remaining])).toEqual([
      ['EXTERNAL_ID', 3],
      ['ACTIVE', 3],
      ['COUNTRY', 2],
    ]);
  });

  test('counts languages as reported by devices, in the same read', async () => {
    const { user, first } = await setUp();
    await registerBrowsers(user, first.id, [{}, { language: 'DE' }]);
    const byLanguage = [
      { language: 'de', deviceCount: 5 },
      { language: 'de-AT', deviceCount: 1 },
      { language: 'en', deviceCount: 1 },
      { language: null, deviceCount: 1 },
    ];
    const sortByText = (list: Json[]) => list.map((one) => JSON.stringify(one)).toSorted();
    const all = (await estimate(user, { apps: { all: true } })).estimate;
    expect(sortByText(all.byLanguage)).toEqual(sortByText(byLanguage));
    expect(all.byLanguage[0]).toEqual(byLanguage[0]);
    const few = await estimate(user, { apps: { all: true } }, ['a', 'c', 'x']);
    expect(few.estimate.byLanguage).toEqual([
      { language: 'de', deviceCount: 2 },
      { language: 'en', deviceCount: 1 },
    ]);
  });

  test('of a scheduler uses its filters, even if they leave nothing', async () => {
    const { user, first, second } = await setUp();
    const audience = { apps: { appIds: [first.id] }, countries: { include: ['DE'] }, tags: { include: ['vip'] } };
    const { oneTimeSchedulerCreate } = await user.data(
      'mutation ($input: OneTimeSchedulerInput!) { oneTimeSchedulerCreate(input: $input) { scheduler { id } } }',
      {
        input: {
          name: 'O',
          audience,
          date: '2027-01-01',
          time: '10:00',
          timeZone: 'UTC',
          externalIds: ['a', 'b', 'd'],
        },
      },
    );
    const { id } = oneTimeSchedulerCreate.scheduler;
    const LOOK = `query ($id: ID!) { scheduler(id: $id) { audienceEstimate {
      exact marginOfError examined reached appCount byLanguage { language deviceCount } steps { step remaining leftOut }
      byApp { app { name } exact reached steps { step remaining } } } } }`;
    const { scheduler } = await user.data(LOOK, { id });
    expect(scheduler.audienceEstimate).toEqual((await estimate(user, audience, ['a', 'b', 'd'])).estimate);
    expect(scheduler.audienceEstimate.reached).toBe(2);
    const stranger = await app().newUser();
    expect((await stranger.data(LOOK, { id })).scheduler).toBeNull();
    for (const one of [first, second]) {
      await user.data('mutation ($id: ID!) { appArchive(id: $id) { userErrors { code } } }', { id: one.id });
    }
    expect((await user.data(LOOK, { id })).scheduler.audienceEstimate).toMatchObject({
      exact: true,
      reached: 0,
      appCount: 0,
      byLanguage: [],
    });
    const { body } = await user.query(LOOK, { id });
    expect(body.extensions.cost.requested).toBeGreaterThan(2_000);
  });

  test('of every device is counted on demand, costs more, and is limited to one per operation', async () => {
    const { user } = await setUp();
    const audience = { apps: { all: true } };
    const costOf = async (exact: boolean): Promise<number> => {
      const { body } = await user.query(ESTIMATE, { audience, exact });
      expect(body.data.audienceEstimate.estimate).toMatchObject({ exact: true, reached: 6 });
      return body.extensions.cost.requested;
    };
    expect((await costOf(true)) - (await costOf(false))).toBe(10_000);
    const one = 'audienceEstimate(audience: { apps: { all: true } }, exact: true) { estimate { reached } }';
    const { body } = await user.query(`{ a: ${one} b: ${one} }`);
    expect(body.errors[0].message).toMatch(/cost/);
  });

  test('reports invalid filters like a scheduler', async () => {
    const { user } = await setUp();
    const stranger = await app().newUser();
    const theirs = await createWebApp(stranger);
    const bad = await estimate(user, { apps: { appIds: [theirs.id] }, events: { include: ['no_such'] } });
    expect(bad.estimate).toBeNull();
    expect(bad.userErrors.map(({ field, code }: Json) => [field.join('.'), code])).toEqual([
      ['audience.apps.appIds.0', 'NOT_FOUND'],
      ['audience.events.include.0', 'NOT_FOUND'],
    ]);
    const longer = await estimate(user, { apps: { all: true } }, Array(100_001).fill('a'));
    expect(longer.userErrors).toMatchObject([{ field: ['externalIds'], code: 'TOO_MANY' }]);
  });

  test('of more devices than it may count is a close sample that is marked as such', async () => {
    const user = await app().newUser();
    const [web, other] = [await createWebApp(user), await createWebApp(user, 'Other')];
    const [row] = await app().database.query<{ id: number | null }>('SELECT MAX(id) AS id FROM device');
    const first = Number(row?.id ?? 0) + 1_000;
    const at = new Date(app().clock.now());
    // Two applications alternate in the ids; in the first, later devices are more likely to be German.
    const devices = Array.from({ length: 4_000 }, (_, index) =>
      Object.assign(new Device(), {
        appId: index % 4 === 3 ? other.databaseId : web.databaseId,
        id: first + index,
        token: `t${first + index}`,
        tokenHash: `h${first + index}`,
        country: index % 4 !== 3 && (index * 7_919) % 4_000 < index ? 'DE' : 'FR',
        tokenAt: at,
        active: true,
        hasTags: false,
        registeredAt: at,
        seenAt: at,
      }),
    );
    for (let start = 0; start < devices.length; start += 500) {
      await app().database.tx((tx) => tx.insert(Device, devices.slice(start, start + 500)));
    }
    const truth = devices.filter(({ country }) => country === 'DE').length;
    const service = new AudienceEstimateService(app().database, app().clock, { exactRows: 500, sampleRows: 1_000 });
    const caller = { userId: user.userId, keyId: 0, scopes: ['read' as const] };
    const filters = { ...EVERYTHING, filters: { countries_include: ['DE'] } };
    const { signal } = new AbortController();
    const sampled = await service.estimate(caller, filters, { signal });
    expect(sampled.exact).toBe(false);
    expect(sampled.examined).toBeLessThanOrEqual(1_500);
    const remaining = Object.fromEntries(sampled.steps.map((step) => [step.step, step.remaining]));
    expect(Math.abs((remaining.registered ?? 0) - 4_000)).toBeLessThan(200);
    expect(Math.abs((remaining.countries ?? 0) - truth)).toBeLessThan(truth * 0.15);
    // One estimate in ten thousand is off by twice the margin, and this sample is always the same.
    expect(sampled.marginOfError).toBeGreaterThan(0);
    expect(Math.abs((remaining.countries ?? 0) - truth)).toBeLessThan(2 * sampled.marginOfError);
    expect(sampled.marginOfError).toBeLessThan(truth * 0.15);
    // Devices that are in no sample may still exist.
    const unseen = await service.estimate(
      caller,
      { ...EVERYTHING, filters: { countries_include: ['LI'] } },
      { signal },
    );
    expect(unseen).toMatchObject({ exact: false, marginOfError: expect.any(Number) });
    expect(unseen.steps.at(-1)?.remaining).toBe(0);
    expect(unseen.marginOfError).toBeGreaterThanOrEqual(6);
    // On demand it counts every device, whatever the limit.
    const asked = await service.estimate(caller, filters, { signal, exact: true });
    expect(asked).toMatchObject({ exact: true, marginOfError: 0, examined: 4_000 });
    expect(asked.steps.at(-1)?.remaining).toBe(truth);
    // It counts up to its limit exactly.
    const exact = new AudienceEstimateService(app().database, app().clock, { exactRows: 4_000, sampleRows: 100 });
    const counted = await exact.estimate(caller, filters, { signal });
    expect([counted.exact, counted.steps.at(-1)?.remaining]).toEqual([true, truth]);
    const gone = new AbortController();
    gone.abort(new Error('the client has gone'));
    await expect(service.estimate(caller, filters, { signal: gone.signal })).rejects.toThrow('the client has gone');
  });
});
