import { describe, expect, test } from '@jest/globals';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const UPDATE = `mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) {
  user { frequencyCaps { onCapped caps { max window rollingSeconds subject categories minGapSeconds } } }
  userErrors { field message code } } }`;

const update = async (user: GraphUser, frequencyCaps: Json | null): Promise<Json> =>
  ((await user.data(UPDATE, { input: { frequencyCaps } })) as Json).accountUpdate;

const DAILY = { max: 3, window: 'CALENDAR_DAY', subject: 'USER' };
const ROLLING = { max: 1, window: 'ROLLING', rollingSeconds: 3_600, subject: 'DEVICE', minGapSeconds: 60 };

describe.each(eachDatabase())('frequency caps in the graph, $name', (kind) => {
  const app = useGraphApp(kind);

  test('are set together, stay until they are replaced, and are removed by null', async () => {
    const user = await app().newUser();
    const caps = [
      { ...DAILY, rollingSeconds: null, categories: null, minGapSeconds: null },
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
    ['a rolling window without a length', { ...ROLLING, rollingSeconds: null }],
    ['a window that is too short', { ...ROLLING, rollingSeconds: 59 }],
    ['a window that is too long', { ...ROLLING, rollingSeconds: 2_592_001 }],
    ['a length of a calendar window', { ...DAILY, rollingSeconds: 60 }],
    ['a gap of 0', { ...DAILY, minGapSeconds: 0 }],
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

  test('an account has at most ten', async () => {
    const user = await app().newUser();
    const { userErrors } = await update(user, { onCapped: 'DROP', caps: Array.from({ length: 11 }, () => DAILY) });
    expect(userErrors).toMatchObject([{ code: 'TOO_MANY' }]);
  });
});
