import { expect, test } from '@jest/globals';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database, execute } from '../../src/database/database.js';
import { createMetrics } from '../../src/metrics.js';
import { eachDatabase, freshDatabaseUrl } from '../support/databases.js';
import { eventually } from '../support/eventually.js';

const up = async ({ registry }: ReturnType<typeof createMetrics>): Promise<number | undefined> =>
  (await registry.getSingleMetric('pushgraph_database_up')?.get())?.values[0]?.value;

test('a full SQLite disk is reported only while it is full, even if small writes succeed', async () => {
  await using place = await freshDatabaseUrl('sqlite', { migrated: true });
  await using database = new Database(parseDatabaseUrl(place.url));
  await database.open();
  const metrics = createMetrics(database);
  expect(await database.findWriteTrouble()).toBeNull();
  expect(await up(metrics)).toBe(1);

  const setPages = (most: number) => database.tx((tx) => tx.query(`PRAGMA max_page_count = ${most}`));
  const put = (name: string) =>
    database.tx((tx) => execute(tx, 'INSERT INTO id_sequence (name, last_id) VALUES (?, 1)', [name]));
  const [{ page_count: pages }] = await database.tx((tx) => tx.query('PRAGMA page_count'));
  await setPages(pages + 2);
  await put('a counter');
  const fill = async () => {
    for (let row = 0; ; row += 1) await put(`${row} ${'x'.repeat(10_000)}`);
  };
  await expect(fill()).rejects.toThrow('full');
  expect(await database.findWriteTrouble()).toBe('the disk of the database is full');
  await database.tx((tx) => execute(tx, "UPDATE id_sequence SET last_id = 2 WHERE name = 'a counter'", []));
  expect(await database.findWriteTrouble()).toBe('the disk of the database is full');
  expect(await up(metrics)).toBe(0);

  await setPages(1_000_000);
  await eventually('room', async () => (await database.findWriteTrouble()) === null || null);
  expect(await up(metrics)).toBe(1);
  expect(await database.query('SELECT 1 FROM device_import_chunk')).toEqual([]);
});

test('an ordinary refusal is not mistaken for a full disk', async () => {
  for (const kind of eachDatabase()) {
    await using database = await kind.open();
    const twice = database.tx(async (tx) => {
      await execute(tx, "INSERT INTO id_sequence (name, last_id) VALUES ('twice', 1)", []);
      await execute(tx, "INSERT INTO id_sequence (name, last_id) VALUES ('twice', 1)", []);
    });
    await expect(twice).rejects.toThrow();
    expect(await database.findWriteTrouble()).toBeNull();
  }
});

const [, mysql] = eachDatabase();

(mysql ? test : test.skip)('a MySQL that has no room is found by its error, and is tried again', async () => {
  await using database = await (mysql as NonNullable<typeof mysql>).open();
  const codes = ['ER_RECORD_FILE_FULL', 'ER_DISK_FULL', 'ER_OPTION_PREVENTS_STATEMENT', 'ER_LOCK_DEADLOCK'];
  const judged = codes.map((code) => database.dialect.refusesWrites(Object.assign(new Error(), { code })));
  expect(judged).toEqual(['full', 'full', 'read-only', null]);
  // A memory table that must not grow produces the server's own error for a full table.
  await database
    .tx(async (tx) => {
      await tx.query('SET SESSION max_heap_table_size = 16384');
      await tx.query('CREATE TEMPORARY TABLE small (text CHAR(250)) ENGINE = MEMORY');
      for (;;) await execute(tx, 'INSERT INTO small VALUES (?)', ['x'.repeat(250)]);
    })
    .catch((error) => expect(database.dialect.refusesWrites(error)).toBe('full'));
  await eventually('a trial that succeeds', async () => (await database.findWriteTrouble()) === null || null);
  expect(await database.query('SELECT 1 FROM device_import_chunk')).toEqual([]);
});
