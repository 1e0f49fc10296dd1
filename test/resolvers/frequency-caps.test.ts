import { describe, expect, test } from '@jest/globals';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const UPDATE = `mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) {
  user { frequencyCaps { onCapped caps { max window rolling subject categories minGap } } }
  userErrors { field message code } } }`;

const update = async (user: GraphUser, frequencyCaps: Json | null): Promise<Json> =>
  ((await user.data(UPDATE, { input: { frequencyCaps } })) as Json).accountUpdate;

const PREVIEW = `query ($scheduler: CampaignSchedulerInput!, $categoryIds: [ID]!) {
  campaignCapPreview(scheduler: $scheduler, categoryIds: $categoryIds) {
    preview { judged capped deferred isComplete } userErrors { field code } } }`;
const CATEGORY = `mutation ($input: CategoryInput!) { categoryCreate(input: $input) {
  category { id } userErrors { field message } } }`;
const WEEKLY = { name: 'Weekly', times: [{ day: 1, times: ['09:00'] }], timeZone: 'UTC' };

const DAILY = { max: 3, window: 'CALENDAR_DAY', subject: 'USER' };
const ROLLING = { max: 1, window: 'ROLLING', rolling: '1h', subject: 'DEVICE', minGap: '1m' };

describe.each(eachDatabase())('frequency caps in the graph, $name', (kind) => {
  const app = useGraphApp(kind);

  test('are set together, stay until they are replaced, and are removed by null', async () => {
    const user = await app().newUser();
    const caps = [
      { ...DAILY, rolling: null, categories: null, minGap: null },
      { ...ROLLING, categories: null },
    ];
    const set = await update(user, { onCapped: 'DEFER', caps: [DAILY, ROLLING] });
    expect(set).toEqual({ user: { frequencyCaps: { onCapped: 'DEFER', caps } }, userErrors: [] });
    const kept = (await user.data(UPDATE, { input: { timeZone: 'UTC' } })) as Json;
    expect(kept.accountUpdate.user.frequencyCaps.caps).toEqual(caps);
    expect((await update(user, null)).user).toEqual({ frequencyCaps: null });
  });

  test.each([
    ['a maximum of 0', { ...DAILY, max: 0 }],
    ['a maximum above 100', { ...DAILY, max: 101 }],
    ['a rolling window without a length', { ...ROLLING, rolling: null }],
    ['a window that is too short', { ...ROLLING, rolling: '0m' }],
    ['a window that is too long', { ...ROLLING, rolling: '30d1m' }],
    ['a length of a calendar window', { ...DAILY, rolling: '1m' }],
    ['a gap of 0', { ...DAILY, minGap: '0m' }],
    ['an empty list of categories', { ...DAILY, categories: [] }],
    ['an unknown category', { ...DAILY, categories: ['missing'] }],
  ])('%s is refused, and nothing changes', async (_name, cap) => {
    const user = await app().newUser();
    await update(user, { onCapped: 'DROP', caps: [DAILY] });
    const { userErrors } = await update(user, { onCapped: 'DROP', caps: [cap] });
    expect(userErrors).toMatchObject([{ message: expect.any(String) }]);
    expect(userErrors[0].field).toEqual(['input', 'frequencyCaps']);
    const read = (await user.data('{ viewer { user { frequencyCaps { caps { max } } } } }', {})) as Json;
    expect(read.viewer.user.frequencyCaps.caps).toEqual([{ max: 3 }]);
  });

  test('are previewed for an unsaved campaign, by the categories of its pushes', async () => {
    const user = await app().newUser();
    await registerBrowsers(user, (await createWebApp(user)).id, [{}, {}, {}]);
    const service = (await user.data(CATEGORY, {
      input: { key: 'orders', kind: 'SERVICE', default: 'ON', names: [{ language: 'en', text: 'Orders' }] },
    })) as Json;
    await update(user, { onCapped: 'DROP', caps: [{ ...DAILY, max: 1, subject: 'DEVICE' }] });
    const preview = async (
      categoryIds: (string | null)[],
      audience: Json = { apps: { all: true } },
      more: Json = {},
    ): Promise<Json> =>
      (await user.data(PREVIEW, { scheduler: { weekly: { ...WEEKLY, audience, ...more } }, categoryIds }))
        .campaignCapPreview;
    const counts = { deferred: 0, isComplete: true };
    expect(await preview([null])).toEqual({ preview: { ...counts, judged: 3, capped: 0 }, userErrors: [] });
    expect((await preview([null, null])).preview).toEqual({ ...counts, judged: 6, capped: 3 });
    // Service messages ignore caps.
    const orders = service.categoryCreate.category.id;
    expect((await preview([null, orders])).preview).toEqual({ ...counts, judged: 6, capped: 0 });
    // Each user gets one of the variants.
    const experiment = { testShare: 1 };
    expect((await preview([null, null], undefined, { experiment })).preview).toEqual({
      ...counts,
      judged: 3,
      capped: 0,
    });
    expect((await preview(Array(21).fill(null))).userErrors).toEqual([{ field: ['categoryIds'], code: 'TOO_MANY' }]);
    const wrong = { apps: { all: true }, tags: { include: ['vip'], exclude: ['vip'] } };
    expect((await preview([null], wrong)).userErrors).toMatchObject([
      { field: ['scheduler', 'weekly', 'audience', 'tags', 'include'], code: 'OVERLAP' },
    ]);
    await update(user, null);
    expect((await preview([null, null])).preview).toMatchObject({ judged: 0, capped: 0 });
  });

  test.each(['400d', 'a week'])('a length such as %s is refused with the lengths that are possible', async (length) => {
    const user = await app().newUser();
    const { userErrors } = await update(user, { onCapped: 'DROP', caps: [{ ...ROLLING, rolling: length }] });
    expect(userErrors).toMatchObject([{ message: expect.stringContaining('between `1m` and `30d`') }]);
  });

  test('are limited to ten per account', async () => {
    const user = await app().newUser();
    const { userErrors } = await update(user, { onCapped: 'DROP', caps: Array.from({ length: 11 }, () => DAILY) });
    expect(userErrors).toMatchObject([{ code: 'TOO_MANY' }]);
  });
});
