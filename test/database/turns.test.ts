import { expect, test } from '@jest/globals';
import { Database, execute, select } from '../../src/database/database.js';
import { SqliteDriver } from '../../src/database/sqlite-driver.js';
import { writeRows } from '../../src/database/write-rows.js';
import { eachDatabase, freshDatabaseUrl, type TestDatabaseKind } from '../support/databases.js';

const LONG_MS = 600;

/** Counts how often other work got a turn. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let isWorking = true;
  const count = (): void => {
    turns += 1;
    if (isWorking) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isWorking = false;
  return turns;
};

const sqlite = (): TestDatabaseKind => {
  const [kind] = eachDatabase();
  if (!kind) throw new Error('SQLite is always there');
  return kind;
};

test('a long series of statements in SQLite yields to other work', async () => {
  await using database = await sqlite().open();
  const reading = await turnsDuring(async () => {
    for (const end = performance.now() + LONG_MS; performance.now() < end; ) await database.query('SELECT 1');
  });
  const inTransaction = await turnsDuring(() =>
    database.tx(async (tx) => {
      for (const end = performance.now() + LONG_MS; performance.now() < end; ) await select(tx, 'SELECT 1');
    }),
  );
  // A machine that stalls for a moment may skip some turns.
  expect(reading).toBeGreaterThanOrEqual(3);
  expect(inTransaction).toBeGreaterThanOrEqual(3);
});

test('a write of many rows yields to other work', async () => {
  await using database = await sqlite().open();
  const rows = Array.from({ length: 200_000 }, (_, id) => [id, 'x'] as const);
  const turns = await turnsDuring(() =>
    database.tx(async (tx) => {
      await execute(tx, 'CREATE TABLE many (id INTEGER PRIMARY KEY, name TEXT)');
      await writeRows(tx, { table: 'many', columns: ['id', 'name'] }, rows);
    }),
  );
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(await database.query('SELECT COUNT(*) AS n FROM many')).toEqual([{ n: 200_000 }]);
});

test('a start waits for the write lock that another process holds on the SQLite file', async () => {
  await using place = await freshDatabaseUrl('sqlite');
  const path = place.url.slice('sqlite:'.length);
  const other = new SqliteDriver(path, {});
  other.exec('BEGIN IMMEDIATE');
  // The service's wait blocks this thread, so the timer fires after it.
  setTimeout(() => other.close(), 100);
  await using database = new Database({ kind: 'sqlite', path });
  await database.open();
  await database.migrate();
  expect(await database.hasPendingMigrations()).toBe(false);
});
