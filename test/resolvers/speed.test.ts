import { describe, expect, test } from '@jest/globals';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const SPEED = 'speed { maxPerMinute ramp { start factor every } stopOnTrouble { share after window } }';
const CREATE = `mutation ($input: CampaignInput!) {
  campaignCreate(input: $input) { scheduler { id active lastMessageAt sendingSeconds nextDueAt ${SPEED} } userErrors { field code } } }`;
const DUPLICATE = `mutation ($id: ID!) { schedulerDuplicate(id: $id) { scheduler { ${SPEED} } } }`;
const UPDATE = `mutation ($id: ID!, $input: OneTimeSchedulerInput!) {
  oneTimeSchedulerUpdate(id: $id, input: $input) { scheduler { ${SPEED} } userErrors { field code } } }`;

const PUSH = { defaultLang: 'en', translations: [{ language: 'en', title: 'Title', text: 'text' }] };
const ONCE = { name: 'Once', audience: { apps: { all: true } }, date: '2027-01-01', time: '10:00', timeZone: '+00:00' };
const WHOLE = {
  maxPerMinute: 60,
  ramp: { start: 10, factor: 1.5, every: 60 },
  stopOnTrouble: { share: 0.1, after: 100, window: 300 },
};

describe.each(eachDatabase())('the speed of a scheduler, $name', (kind) => {
  const app = useGraphApp(kind);

  const newUser = async (devices: number): Promise<GraphUser> => {
    const user = await app().newUser();
    await registerBrowsers(user, (await createWebApp(user)).id, Array(devices).fill({}));
    return user;
  };

  const create = async (user: GraphUser, speed: Json, activate = false): Promise<Json> => {
    const input = { oneTime: { scheduler: { ...ONCE, speed }, pushes: [PUSH], activate } };
    return (await user.data(CREATE, { input })).campaignCreate;
  };

  test('is read as written, copied, kept by an update without it, and removed by null', async () => {
    const user = await newUser(1);
    const { scheduler } = await create(user, WHOLE);
    expect(scheduler.speed).toEqual(WHOLE);
    expect((await user.data(DUPLICATE, { id: scheduler.id })).schedulerDuplicate.scheduler.speed).toEqual(WHOLE);
    const update = async (input: Json) =>
      (await user.data(UPDATE, { id: scheduler.id, input })).oneTimeSchedulerUpdate.scheduler.speed;
    expect(await update(ONCE)).toEqual(WHOLE);
    expect(await update({ ...ONCE, speed: null })).toBeNull();
  });

  test('is refused with the field of the broken rule', async () => {
    const user = await newUser(1);
    const fields = async (speed: Json): Promise<Json> =>
      (await create(user, speed)).userErrors.map(({ field, code }: Json) => ({ field: field.join('.'), code }));
    const at = 'input.oneTime.scheduler.speed';
    expect(await fields({})).toEqual([{ field: at, code: 'REQUIRED' }]);
    expect(await fields({ maxPerMinute: 0 })).toEqual([{ field: `${at}.maxPerMinute`, code: 'INVALID' }]);
    expect(await fields({ ramp: { start: 1, factor: 1, every: 60 } })).toEqual([
      { field: `${at}.ramp.factor`, code: 'INVALID' },
    ]);
    expect(await fields({ stopOnTrouble: { share: 2, after: 1, window: 1 } })).toEqual([
      { field: `${at}.stopOnTrouble.share`, code: 'INVALID' },
    ]);
  });

  const ACTIVATE = 'mutation ($id: ID!) { schedulerActivate(id: $id) { lastMessageAt scheduler { nextDueAt } } }';
  const PREVIEW = `query ($scheduler: CampaignSchedulerInput!, $pushes: Int!) {
    speedPreview(scheduler: $scheduler, pushes: $pushes) {
      preview { lastMessageAt seconds isTooSlow } userErrors { field code } } }`;

  test('reports at activation when the last message leaves', async () => {
    const user = await newUser(3);
    const { scheduler } = await create(user, { maxPerMinute: 1 });
    const { lastMessageAt, scheduler: active } = (await user.data(ACTIVATE, { id: scheduler.id })).schedulerActivate;
    expect(Date.parse(lastMessageAt) - Date.parse(active.nextDueAt)).toBe(2 * 62_000);
  });

  test('is previewed before anything is saved', async () => {
    const user = await newUser(3);
    const preview = async (speed: Json, pushes = 1, more: Json = {}): Promise<Json> =>
      (await user.data(PREVIEW, { scheduler: { oneTime: { ...ONCE, speed, ...more } }, pushes })).speedPreview;
    const seconds = 2 * 62;
    const lastMessageAt = new Date(Date.parse('2027-01-01T10:00:00Z') + seconds * 1_000).toISOString();
    expect(await preview({ maxPerMinute: 1 })).toEqual({
      preview: { lastMessageAt, seconds, isTooSlow: false },
      userErrors: [],
    });
    // Two pushes for each of three devices, each pair in a separate minute.
    expect((await preview({ maxPerMinute: 2 }, 2)).preview).toMatchObject({ seconds });
    // Each user gets one of the variants.
    const experiment = { testShare: 1, decideAfter: 3_600 };
    expect((await preview({ maxPerMinute: 1 }, 2, { experiment })).preview).toMatchObject({ seconds });
    expect((await preview(null)).preview).toEqual({ lastMessageAt: null, seconds: null, isTooSlow: false });
    const at = ['scheduler', 'oneTime', 'speed'];
    expect((await preview({ maxPerMinute: 0 })).userErrors).toEqual([
      { field: [...at, 'maxPerMinute'], code: 'INVALID' },
    ]);
    expect((await preview({ maxPerMinute: 1 }, 21)).userErrors).toEqual([{ field: ['pushes'], code: 'INVALID' }]);
    const { schedulers } = await user.data('{ schedulers { nodes { id } } }');
    expect(schedulers.nodes).toEqual([]);
  });

  test('reports when the last message leaves, and nothing without a limit', async () => {
    const user = await newUser(3);
    const { scheduler } = await create(user, { maxPerMinute: 1 }, true);
    expect(Date.parse(scheduler.lastMessageAt) - Date.parse(scheduler.nextDueAt)).toBe(2 * 62_000);
    expect(scheduler.sendingSeconds).toBe(2 * 62);
    const unlimited = await create(user, { stopOnTrouble: WHOLE.stopOnTrouble }, true);
    expect(unlimited.scheduler).toMatchObject({ active: true, lastMessageAt: null, sendingSeconds: null });
  });
});
