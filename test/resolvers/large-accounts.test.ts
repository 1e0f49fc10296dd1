import { describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';
import { multiplyDevices } from '../support/multiply-devices.js';

const MOST = 100_000;
const COUNT = 'query ($where: DeviceWhereInput) { devices(where: $where) { totalCount } }';
const LIST = `query ($where: DeviceWhereInput, $orderBy: DeviceOrderInput, $first: Int, $after: String, $last: Int, $before: String) {
  devices(where: $where, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { deviceId externalUserId } } }`;
const BY_ACTIVITY = { field: 'LAST_ACTIVE_AT', direction: 'DESC' };

const TO_ADD =
  'Add `externalUserIds` or a `tag` that at most 10,000 devices have, or name smaller applications in `appIds`';
const TOO_MANY_TO_COUNT = `More than 100,000 devices match, which is too many to count. ${TO_ADD}. \`audienceEstimate\` and \`App.deviceCount\` work for any number.`;
const TOO_MANY_TO_SORT = `More than 100,000 devices match, which is too many to sort. ${TO_ADD}, or sort by ID.`;
const NONE_FOUND = `None of the next 50,000 devices matches \`where\`, and the search stops there. ${TO_ADD}.`;

describe.each(eachDatabase())('lists and counts of very many devices, $name', (kind) => {
  const app = useGraphApp(kind);

  const refusal = async (user: GraphUser, query: string, variables: Json): Promise<Json> => {
    const { errors } = await user.query(query, variables);
    return errors?.map(({ message, extensions }: Json) => ({ message, code: extensions.code }));
  };
  const count = async (user: GraphUser, where: Json): Promise<number> =>
    (await user.data(COUNT, { where })).devices.totalCount;
  const usersOf = (list: Json): string[] => list.nodes.map(({ externalUserId }: Json) => externalUserId);

  /** Pages like a client that continues while there are more. */
  const walk = async (user: GraphUser, where: Json, way: 'forward' | 'backward'): Promise<string[]> => {
    const found: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: Json = way === 'forward' ? { first: 30, after: cursor } : { last: 30, before: cursor };
      const { nodes, pageInfo }: Json = (await user.data(LIST, { where, ...page })).devices;
      const ids = nodes.map(({ deviceId }: Json) => deviceId);
      if (way === 'forward') found.push(...ids);
      else found.unshift(...ids);
      cursor = way === 'forward' ? pageInfo.endCursor : pageInfo.startCursor;
      if (!(way === 'forward' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return found;
    }
  };

  test('stay exact up to 100,000 per account; beyond that an answer is fast or names a filter to add', async () => {
    const user = await app().newUser();
    const small = await createWebApp(user, 'Small');
    await registerBrowsers(user, small.id, [{ externalUserId: 'anna', country: 'PT' }, { externalUserId: 'berta' }]);
    const large = await createWebApp(user, 'Large');
    const special = [
      { externalUserId: 'first', country: 'LI', tags: ['rare'] },
      { externalUserId: 'second', country: 'AT', language: 'de', tags: ['rare'] },
    ];
    await registerBrowsers(user, large.id, special);
    const { database } = app();
    await multiplyDevices(database, large.databaseId, MOST - 6);
    const [last] = await database.query<{ id: number }>('SELECT MAX(id) AS id FROM device');
    await database.tx((tx) => execute(tx, "UPDATE device SET country = 'LI' WHERE id = ?", [last?.id]));

    expect(await count(user, {})).toBe(MOST - 2);
    expect(await count(user, { language: 'fr' })).toBe(0);
    expect(usersOf((await user.data(LIST, { orderBy: BY_ACTIVITY, first: 1 })).devices)).toHaveLength(1);
    expect((await user.data(LIST, { where: { countries: ['AQ'] } })).devices.nodes).toEqual([]);
    const ofBoth = await walk(user, { countries: ['LI', 'PT'] }, 'forward');
    expect(ofBoth).toHaveLength(3);

    await registerBrowsers(user, large.id, [{ externalUserId: 'one more' }, { externalUserId: 'too many' }]);
    await multiplyDevices(database, large.databaseId, 30_000);

    // Counts and orders over all devices.
    for (const where of [{}, { appIds: [large.id, small.id], active: true }]) {
      expect(await refusal(user, COUNT, { where })).toEqual([{ message: TOO_MANY_TO_COUNT, code: 'TOO_EXPENSIVE' }]);
      expect(await refusal(user, LIST, { where, orderBy: BY_ACTIVITY })).toEqual([
        { message: TOO_MANY_TO_SORT, code: 'TOO_EXPENSIVE' },
      ]);
    }
    // The suggested filters help.
    expect(await count(user, { appIds: [small.id], active: true })).toBe(2);
    expect(await count(user, { tag: 'rare' })).toBe(2);
    expect(await count(user, { tag: 'rare', countries: ['AT'] })).toBe(1);
    expect(await count(user, { externalUserIds: ['second', 'anna'], language: 'de' })).toBe(1);
    expect(await count(user, { foreignSubscription: true })).toBe(0);
    const byTag = { where: { tag: 'rare' }, orderBy: BY_ACTIVITY };
    expect(usersOf((await user.data(LIST, byTag)).devices).toSorted()).toEqual(['first', 'second']);

    // Pages in id order are full where matches are dense, short where they are rare, and still find distant matches.
    const page = (await user.data(LIST, { where: { active: true }, first: 40 })).devices;
    expect([page.nodes.length, page.pageInfo.hasNextPage]).toEqual([40, true]);
    for (const way of ['forward', 'backward'] as const) {
      expect(await walk(user, { countries: ['LI', 'PT'] }, way)).toEqual(ofBoth);
      expect(await walk(user, { tag: 'rare' }, way)).toHaveLength(2);
    }
    const short = (await user.data(LIST, { where: { countries: ['AT'] } })).devices;
    expect([usersOf(short), short.pageInfo.hasNextPage]).toEqual([['second'], true]);
    expect(await refusal(user, LIST, { where: { countries: ['AQ'] } })).toEqual([
      { message: NONE_FOUND, code: 'TOO_EXPENSIVE' },
    ]);
    // A client that continues reaches the end, through pages that may be empty.
    expect(await walk(user, { countries: ['AT'] }, 'forward')).toHaveLength(1);
    expect(await walk(user, { countries: ['AT'] }, 'backward').catch((error) => error.message)).toContain(NONE_FOUND);

    // Many devices of one user are not a short list.
    const guests = "UPDATE device SET external_user_id = 'guest' WHERE id <= ? AND external_user_id IS NULL";
    await database.tx((tx) => execute(tx, guests, [last?.id]));
    const some = (await user.data(LIST, { where: { externalUserIds: ['guest'] }, first: 30 })).devices;
    expect([some.nodes.length, some.pageInfo.hasNextPage]).toEqual([30, true]);
    const guestsIn = (country: string) => ({ where: { externalUserIds: ['guest', 'first'], countries: [country] } });
    const refusedCount = { message: TOO_MANY_TO_COUNT, code: 'TOO_EXPENSIVE' };
    expect(await refusal(user, COUNT, guestsIn('US'))).toEqual([refusedCount]);
    expect(await refusal(user, LIST, guestsIn('DE'))).toEqual([{ message: NONE_FOUND, code: 'TOO_EXPENSIVE' }]);
    expect(await count(user, { externalUserIds: ['second', 'anna'], tag: 'rare' })).toBe(1);
    // Other users see nothing of it.
    expect(await count(await app().newUser(), {})).toBe(0);
  });
});
