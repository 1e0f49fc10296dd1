import { describe, expect, test } from '@jest/globals';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const UPDATE = `mutation ($input: AccountUpdateInput!) {
  accountUpdate(input: $input) { user { timeZone } userErrors { field message code } } }`;

const update = async (user: GraphUser, input: Json): Promise<Json> =>
  ((await user.data(UPDATE, { input })) as Json).accountUpdate;

describe.each(eachDatabase())('the settings of an account, $name', (kind) => {
  const app = useGraphApp(kind);

  test('have a canonical time zone that stays until it is changed or cleared', async () => {
    const user = await app().newUser();
    expect(await update(user, { timeZone: 'asia/kolkata' })).toEqual({
      user: { timeZone: 'Asia/Calcutta' },
      userErrors: [],
    });
    expect((await update(user, {})).user).toEqual({ timeZone: 'Asia/Calcutta' });
    expect((await user.data('{ viewer { user { timeZone } } }', {})) as Json).toEqual({
      viewer: { user: { timeZone: 'Asia/Calcutta' } },
    });
    expect((await update(user, { timeZone: null })).user).toEqual({ timeZone: null });
  });

  test('refuse offsets and unknown zones, and leave the zone as it is', async () => {
    const user = await app().newUser();
    await update(user, { timeZone: 'Europe/Vienna' });
    for (const timeZone of ['', '+02:00', 'Europe/Viena', 'x'.repeat(1_000)]) {
      const { userErrors } = await update(user, { timeZone });
      expect(userErrors).toMatchObject([{ field: ['input', 'timeZone'], code: 'INVALID' }]);
    }
    const { userErrors } = await update(user, { timeZone: 'Europe/Viena' });
    expect(userErrors[0].message).toMatch(/IANA time zone name .* Did you mean "Europe\/Vienna"\?/);
    expect((await update(user, {})).user).toEqual({ timeZone: 'Europe/Vienna' });
  });
});
