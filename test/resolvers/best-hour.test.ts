import { describe, expect, test } from '@jest/globals';
import { countActivities } from '../../src/delivery/judgement/active-hours.js';
import { databaseIdOf } from '../../src/schema/global-id.js';
import { BestHourPreviewService } from '../../src/services/audiences/best-hour-preview-service.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const FIELDS = 'bestHour { from to controlShare }';
const ERRORS = 'userErrors { field message code }';
const CREATE = `mutation ($input: WeeklySchedulerInput!) {
  weeklySchedulerCreate(input: $input) { scheduler { id ${FIELDS} } ${ERRORS} } }`;
const UPDATE = `mutation ($id: ID!, $input: WeeklySchedulerInput!) {
  weeklySchedulerUpdate(id: $id, input: $input) { scheduler { ${FIELDS} } ${ERRORS} } }`;
const COPY = `mutation ($id: ID!) { schedulerDuplicate(id: $id) { scheduler { ${FIELDS} } ${ERRORS} } }`;
const PREVIEW = `query ($id: ID!) { bestHourPreview(schedulerId: $id) {
  devices byUser byApplication byConfiguredTime inControl withoutMessage isComplete byHour { hour count } } }`;

const REGISTER = `mutation ($app: ID!, $devices: [DeviceInput!]!) {
  registerDevices(appId: $app, devices: $devices) { results { deviceId } } }`;

const ACCOUNT = `mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) { ${ERRORS} } }`;

const browser = (name: string) => ({
  subscription: {
    endpoint: `https://push.example/${name}`,
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16, 1).toString('base64url'),
  },
});

const INPUT = { name: 'W', audience: { apps: { all: true } }, times: [{ day: 1, times: ['09:00'] }] };

const answer = async (user: GraphUser, query: string, variables: Json): Promise<Json> =>
  Object.values((await user.data(query, variables)) as Json)[0];

describe.each(eachDatabase())('best hour in the graph, $name', (kind) => {
  const app = useGraphApp(kind);

  test('is kept by a copy and by an update without it, and removed by null', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const bestHour = { from: '08:00', to: '22:00', controlShare: 0.25 };
    const { scheduler, userErrors } = await answer(user, CREATE, { input: { ...INPUT, bestHour } });
    expect(userErrors).toEqual([]);
    const { id } = scheduler;
    expect(scheduler.bestHour).toEqual(bestHour);
    expect((await answer(user, UPDATE, { id, input: INPUT })).scheduler.bestHour).toEqual(bestHour);
    expect((await answer(user, COPY, { id })).scheduler.bestHour).toEqual(bestHour);
    const plain = { ...INPUT, bestHour: {} };
    const byDefault = { from: '00:00', to: '00:00', controlShare: 0.1 };
    expect((await answer(user, UPDATE, { id, input: plain })).scheduler.bestHour).toEqual(byDefault);
    const none = { ...INPUT, bestHour: null };
    expect((await answer(user, UPDATE, { id, input: none })).scheduler.bestHour).toBeNull();
  });

  test('is refused with each broken rule', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const bestHour = { from: '8:00', to: '24:00', controlShare: 0.6 };
    const { userErrors } = await answer(user, CREATE, { input: { ...INPUT, bestHour } });
    expect(userErrors.map(({ field, code }: Json) => `${field.slice(1).join('.')} ${code}`)).toEqual([
      'bestHour.from INVALID',
      'bestHour.to INVALID',
      'bestHour.controlShare INVALID',
    ]);
  });

  test('is refused for auto-push, which sends right after its event', async () => {
    const user = await app().newUser();
    const { services } = app();
    const filters = { event_include: ['install'] };
    const flags = { allApps: true, allCountries: true, allLanguages: true, allAudiences: true };
    const timing = { kind: 'auto-push', delay: null } as const;
    const bestHour = { from: '00:00', to: '00:00', controlShare: 0 };
    const input = { name: 'A', ...flags, filters, timing, bestHour, allowIanaZone: true };
    const caller = { userId: user.userId, keyId: 0, scopes: ['write'] } as const;
    await expect(services.schedulers.create(caller, input)).rejects.toMatchObject({
      details: { violations: [{ field: 'best_hour', code: 'AUTO_PUSH' }] },
    });
  });

  test('the preview counts the devices by hour and by how it was chosen', async () => {
    const user = await app().newUser();
    const { id: appId } = await createWebApp(user);
    const input = { ...INPUT, bestHour: { from: '06:00', to: '23:00', controlShare: 0 } };
    const { scheduler } = await answer(user, CREATE, { input });
    const preview = () => answer(user, PREVIEW, { id: scheduler.id });
    expect(await preview()).toMatchObject({ devices: 0, byHour: [], isComplete: true });
    const browsers = ['a', 'b', 'c', 'd', 'e'].map(browser);
    const { results } = await answer(user, REGISTER, { app: appId, devices: browsers });
    const devices: number[] = results.map(({ deviceId }: Json) => databaseIdOf('Device', deviceId));
    expect(await preview()).toMatchObject({ devices: 5, byConfiguredTime: 5, byHour: [] });
    const { database, clock } = app();
    const of = { userId: user.userId, appId: databaseIdOf('App', appId) ?? 0, externalUserId: null, timezone: 'UTC' };
    const at = (hour: number) => new Date(clock.now()).setUTCHours(hour, 0, 0, 0);
    await database.tx((tx) => countActivities(tx, clicks(of, devices[0] ?? 0, 2), at(19)));
    await database.tx((tx) => countActivities(tx, clicks(of, devices[1] ?? 0, 3), at(7)));
    expect(await preview()).toEqual({
      ...{
        devices: 5,
        byUser: 2,
        byApplication: 3,
        byConfiguredTime: 0,
        inControl: 0,
        withoutMessage: 0,
        isComplete: true,
      },
      byHour: [
        { hour: 7, count: 4 },
        { hour: 19, count: 1 },
      ],
    });
    const half = { ...input, bestHour: { controlShare: 0.5 } };
    await answer(user, UPDATE, { id: scheduler.id, input: half });
    const { devices: all, byUser, byApplication, inControl } = await preview();
    expect([all, byUser + byApplication + inControl]).toEqual([5, 5]);
    await answer(user, UPDATE, { id: scheduler.id, input: { ...INPUT, bestHour: null } });
    expect(await preview()).toBeNull();
    expect((await (await app().newUser()).query(PREVIEW, { id: scheduler.id })).errors[0].extensions.code).toBe(
      'NOT_FOUND',
    );
  });

  test('the preview respects quiet hours, expiry and the control group, like delivery', async () => {
    const user = await app().newUser();
    const { id: appId } = await createWebApp(user);
    const input = { ...INPUT, bestHour: { controlShare: 0 } };
    const { id } = (await answer(user, CREATE, { input })).scheduler;
    const browsers = Array.from({ length: 12 }, (_, index) => browser(`q${index}`));
    const { results } = await answer(user, REGISTER, { app: appId, devices: browsers });
    const devices: number[] = results.map(({ deviceId }: Json) => databaseIdOf('Device', deviceId));
    const { database, clock, services } = app();
    const of = { userId: user.userId, appId: databaseIdOf('App', appId) ?? 0, externalUserId: null, timezone: 'UTC' };
    const at = new Date(clock.now()).setUTCHours(19, 0, 0, 0);
    for (const device of devices) await database.tx((tx) => countActivities(tx, clicks(of, device, 2), at));
    const preview = () => answer(user, PREVIEW, { id });
    const inTheEvening = { devices: 12, byUser: 12, byConfiguredTime: 0, byHour: [{ hour: 19, count: 12 }] };
    expect(await preview()).toMatchObject(inTheEvening);

    const setQuiet = (quietHours: Json | null) => answer(user, ACCOUNT, { input: { quietHours } });
    await setQuiet({ start: '18:00', end: '22:00' });
    const atOnce = { devices: 12, byUser: 0, byConfiguredTime: 12, withoutMessage: 0, byHour: [] };
    expect(await preview()).toMatchObject(atOnce);
    await setQuiet({ start: '08:00', end: '22:00', policy: 'DROP' });
    expect(await preview()).toMatchObject({ ...atOnce, byConfiguredTime: 0, withoutMessage: 12 });
    await setQuiet(null);

    const shortly = new BestHourPreviewService({
      ...{ database, clock, audiences: services.audienceEstimate },
      timeToLiveSeconds: 6 * 3_600,
    });
    const caller = { userId: user.userId, keyId: 0, scopes: ['read'] } as const;
    const expiring = await shortly.preview(caller, databaseIdOf('Scheduler', id) ?? 0, new AbortController().signal);
    expect(expiring?.by).toMatchObject({ USER: 0, CONFIGURED: 12 });

    const experiment = { controlShare: 0.5, testShare: 1, decideAfter: null, metric: 'CLICKED', winner: 'NONE' };
    await answer(user, UPDATE, { id, input: { ...input, experiment } });
    const { byUser, withoutMessage, byHour } = await preview();
    expect(withoutMessage).toBeGreaterThan(0);
    expect([byUser + withoutMessage, byHour]).toEqual([12, [{ hour: 19, count: byUser }]]);
  });
});

const clicks = (of: Json, deviceId: number, times: number) => new Array(times).fill({ ...of, kind: 'click', deviceId });
