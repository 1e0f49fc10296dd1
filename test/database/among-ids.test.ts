import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { amongIds } from '../../src/database/among-ids.js';
import { execute } from '../../src/database/database.js';
import { sqliteDialect } from '../../src/database/dialect.js';
import { readUserNumbers } from '../../src/delivery/judgement/cap-facts.js';
import { readUsers } from '../../src/delivery/judgement/users.js';
import { BatchWorld } from '../delivery/batch-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { multiplyDevices } from '../support/multiply-devices.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

const among = (ids: readonly number[]) => amongIds(sqliteDialect, 'id', ids);

test.each([
  [[7], [7, 7]],
  [
    [9, 7, 8],
    [7, 9],
  ],
  [
    [1, 2, 3, 6],
    [1, 6],
  ],
])('mostly consecutive ids are a range: %j', (ids, range) => {
  expect(among(ids)).toEqual({ sql: 'id BETWEEN ? AND ?', parameters: range });
});

test.each([[[]], [[1, 4]], [[1, 2, 3, 9]], [[2 ** 52, 1]]])('other ids are a list: %j', (ids) => {
  expect(among(ids)).toEqual(sqliteDialect.among('id', ids));
});

describe.each(eachDatabase())('pages on $name', ({ open }) => {
  test('the users of any devices are found, whether they are read as a range or a list', async () => {
    await using database = await open();
    await using world = await new BatchWorld({ database, fakes }).init();
    const app = await world.makeApp('provider_c');
    await multiplyDevices(database, app.id, 40);
    const user = database.dialect.name === 'sqlite' ? "'user-' || id % 10" : "CONCAT('user-', id % 10)";
    await database.tx((tx) =>
      execute(tx, `UPDATE device SET external_user_id = CASE WHEN id % 10 < 7 THEN ${user} END`),
    );
    const devices = await database.query<{ id: number; user: string | null }>(
      'SELECT id, external_user_id AS user FROM device',
    );
    const userOf = new Map(devices.map(({ id, user }) => [Number(id), user]));
    const { userId } = world.caller;
    const subset = fc.subarray([...userOf.keys()], { minLength: 1 });
    const range = fc.tuple(subset, fc.nat(3)).map(([ids, missing]) => ids.slice(missing));
    await fc.assert(
      fc.asyncProperty(fc.oneof(subset, range), async (ids) => {
        const users = await readUsers(database, app.id, ids);
        const numbers = await readUserNumbers(database, { userId, appId: app.id, now: 1 }, ids);
        const rows = await database.query<{ id: number; name: string }>(
          'SELECT id, external_user_id AS name FROM end_user',
        );
        const nameOf = new Map(rows.map(({ id, name }) => [Number(id), name]));
        for (const id of ids) {
          expect(users.get(id) ?? null).toBe(userOf.get(id));
          const number = numbers.get(id);
          expect(number === undefined ? null : nameOf.get(number)).toBe(userOf.get(id));
        }
      }),
    );
  });
});
