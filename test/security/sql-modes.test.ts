import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database, execute } from '../../src/database/database.js';
import { writeRows } from '../../src/database/write-rows.js';
import type { StartedService } from '../support/services/guarded-process.js';
import { findMysqld, startMysql } from '../support/services/mysql-server.js';

/** Where a backslash is an ordinary character, this text ends its literal and continues as SQL. */
const INJECTED = "'), (666, 0x696e6a6563746564) -- ";
const MODES = [
  'NO_BACKSLASH_ESCAPES',
  'ANSI',
  'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT',
  'NO_ENGINE_SUBSTITUTION',
];

(findMysqld() ? describe : describe.skip)('a server with modes of its own', () => {
  let server: StartedService;
  beforeAll(async () => {
    server = (await startMysql()) ?? skipped();
  });
  afterAll(() => server.stop());

  const openUnder = async (mode: string, name: string): Promise<Database> => {
    const connection = await createConnection({ uri: server.url, multipleStatements: true });
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4; SET GLOBAL sql_mode = '${mode}'`);
    await connection.end();
    const database = new Database(parseDatabaseUrl(Object.assign(new URL(server.url), { pathname: `/${name}` }).href));
    await database.open();
    return database;
  };

  test.each(MODES)(
    '%s: values are stored unchanged, overlong ones are refused, and none is read as SQL',
    async (mode) => {
      await using database = await openUnder(mode, `mode_${MODES.indexOf(mode)}`);
      await database.tx((tx) => execute(tx, 'CREATE TABLE word (id INT PRIMARY KEY, text VARCHAR(100))'));
      await database.tx(async (tx) => {
        await writeRows(tx, { table: 'word', columns: ['id', 'text'] }, [[1, INJECTED]]);
        await execute(tx, 'INSERT INTO word VALUES (?, ?)', [2, INJECTED]);
        await tx.query('INSERT INTO word VALUES (?, ?)', [3, INJECTED]);
      });
      const read = 'SELECT id, text FROM word WHERE text = ? ORDER BY id';
      const stored = [1, 2, 3].map((id) => ({ id, text: INJECTED }));
      expect(await database.query(read, [INJECTED])).toEqual(stored);
      expect(await database.longRead(1, read, [INJECTED])).toEqual(stored);
      expect(await database.query('SELECT COUNT(*) AS n FROM word')).toEqual([{ n: 3 }]);
      const tooLong = database.tx((tx) => execute(tx, 'INSERT INTO word VALUES (?, ?)', [4, 'x'.repeat(101)]));
      await expect(tooLong).rejects.toMatchObject({ code: 'ER_DATA_TOO_LONG' });
    },
  );

  test('affects no pooled connection', async () => {
    await using database = await openUnder('ANSI,NO_BACKSLASH_ESCAPES', 'pool');
    const sql = 'SELECT CONNECTION_ID() AS id, @@SESSION.sql_mode AS mode';
    // All connections of the pool are used at once.
    const asked = Array.from({ length: 16 }, () => database.query<{ id: number; mode: string }>(sql));
    const modes = new Map((await Promise.all(asked)).flat().map(({ id, mode }) => [id, mode]));
    expect(modes.size).toBe(16);
    expect([...new Set(modes.values())]).toEqual([
      'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
    ]);
  });
});

const skipped = (): never => {
  throw new Error('skipped without a server');
};
