import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database } from '../../src/database/database.js';
import { SqliteDriver } from '../../src/database/sqlite-driver.js';

/*
 * Each process runs the migrations once, and every test gets a copy of the result. On MariaDB that takes a fifth of the
 * time. In many tests, migrations would take most of the time.
 */

let template: Promise<string> | undefined;

/** Puts a migrated SQLite database at this path. */
export const copyMigratedSqlite = async (path: string): Promise<void> => {
  template ??= makeSqlite();
  await copyFile(await template, path);
};

const makeSqlite = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'pushgraph-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'pushgraph.db');
  await migrate(`sqlite:${path}`);
  const driver = new SqliteDriver(path, {});
  // A closed data source may still hold statements, and therefore its write-ahead log.
  driver.pragma('wal_checkpoint(TRUNCATE)');
  driver.close();
  return path;
};

interface Copy {
  /** The statement that creates each table. */
  readonly tables: readonly string[];
  readonly rows: ReadonlyMap<string, readonly unknown[][]>;
}

let copy: Promise<Copy> | undefined;

/** Fills an empty MySQL database like the migrations. */
export const copyMigratedMysql = async (url: string, makeScratch: () => Promise<Scratch>): Promise<void> => {
  copy ??= readMysql(makeScratch);
  const { tables, rows } = await copy;
  const connection = await createConnection({ uri: url, multipleStatements: true });
  try {
    await connection.query(`SET foreign_key_checks = 0; ${tables.join('; ')}`);
    for (const [table, values] of rows) await connection.query('INSERT INTO ?? VALUES ?', [table, values]);
  } finally {
    await connection.end();
  }
};

interface Scratch extends AsyncDisposable {
  readonly url: string;
}

const readMysql = async (makeScratch: () => Promise<Scratch>): Promise<Copy> => {
  await using scratch = await makeScratch();
  await migrate(scratch.url);
  const connection = await createConnection({ uri: scratch.url, rowsAsArray: true });
  const read = async (sql: string, values: unknown[] = []) =>
    (await connection.query({ sql, values }))[0] as unknown[][];
  try {
    const names = (await read('SHOW TABLES')).map(([name]) => String(name));
    const tables: string[] = [];
    const rows = new Map<string, unknown[][]>();
    for (const name of names) {
      const [[, definition] = []] = await read('SHOW CREATE TABLE ??', [name]);
      tables.push(String(definition));
      const found = await read('SELECT * FROM ??', [name]);
      if (found.length > 0) rows.set(name, found);
    }
    return { tables, rows };
  } finally {
    await connection.end();
  }
};

const migrate = async (url: string): Promise<void> => {
  const database = new Database(parseDatabaseUrl(url));
  await database.open();
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
};
