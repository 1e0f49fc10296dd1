import { expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';
import { keptLog } from '../support/kept-log.js';

const SECRET = 'key-of-a-provider';
const SQL = 'INSERT INTO no_such_table (credentials) VALUES (?)';

test.each(eachDatabase())(
  'the log of a database error contains neither the statement nor its values, $name',
  async ({ open }) => {
    await using database = await open({ migrate: false });
    const lines: Record<string, unknown>[] = [];
    const ways = [
      () => database.tx((tx) => execute(tx, SQL, [SECRET])),
      () => database.tx((tx) => tx.query(SQL, [SECRET])),
      () => database.query(SQL, [SECRET]),
    ];
    for (const way of ways) {
      const error: unknown = await way().catch((thrown: unknown) => thrown);
      keptLog(lines).child({ batch: 1 }).error({ err: error }, 'it failed');
    }
    expect(lines).toHaveLength(ways.length);
    for (const { err } of lines) {
      expect(err).toEqual({
        ...{ type: expect.any(String), message: expect.stringContaining('no_such_table') },
        ...{ code: expect.stringMatching(/^ER/), stack: expect.stringContaining('at ') },
      });
    }
    expect(JSON.stringify(lines)).not.toMatch(SECRET);
  },
);

test('a thrown value that is not an error is not logged', () => {
  const lines: Record<string, unknown>[] = [];
  keptLog(lines).error({ err: { secret: SECRET } }, 'it failed');
  expect(lines).toMatchObject([{ err: { type: 'object' } }]);
  expect(JSON.stringify(lines)).not.toMatch(SECRET);
});
