import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database } from '../../src/database/database.js';
import { checkCommitOrders } from './commit-order.js';
import { makeDataFolder } from './data-folder.js';
import { copyMigratedMysql, copyMigratedSqlite } from './migrated-databases.js';
import { compiledThread } from './threads/compiled-thread.js';
import { emptyVitess, fillVitess } from './vitess/vitess-database.js';

export type DatabaseKind = 'sqlite' | 'mysql';

export interface TestDatabaseKind {
  readonly name: DatabaseKind;
  /** A new, empty database with its tables (unless `migrate: false`). Disposing of it removes it. */
  open(options?: { migrate?: boolean }): Promise<Database>;
  /** The URL of a new, empty database for a test that starts processes. It has tables if `migrated`. */
  url(options?: { migrated?: boolean }): Promise<FreshDatabaseUrl>;
}

export interface FreshDatabaseUrl extends AsyncDisposable {
  readonly url: string;
}

/** SQLite, and MySQL if global-setup has a server: for `describe.each(eachDatabase())`. */
export const eachDatabase = (): TestDatabaseKind[] => {
  const kinds: DatabaseKind[] = process.env.TEST_MYSQL_URL ? ['sqlite', 'mysql'] : ['sqlite'];
  return kinds.map((name) => ({
    name,
    open: (options) => openFresh(name, options),
    url: (options) => freshDatabaseUrl(name, options),
  }));
};

/** A URL that no other test uses. Disposing of it removes the database with all its contents. */
export const freshDatabaseUrl = async (kind: DatabaseKind, { migrated = false } = {}): Promise<FreshDatabaseUrl> => {
  const place = await (kind === 'sqlite' ? freshSqliteFile() : freshMysqlDatabase());
  if (kind === 'mysql' && isVitess() && !migrated) await emptyVitess(place.url);
  if (migrated) await fill(place.url);
  return place;
};

const READING_PROCESS = 'src/database/long-reads/reading-process.js';

class FreshDatabase extends Database {
  constructor(private readonly place: FreshDatabaseUrl) {
    super(parseDatabaseUrl(place.url), { longReads: { program: compiledThread(READING_PROCESS) } });
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await this.place[Symbol.asyncDispose]();
  }
}

const openFresh = async (kind: DatabaseKind, { migrate = true } = {}): Promise<Database> => {
  const place = await freshDatabaseUrl(kind, { migrated: migrate });
  const database = new FreshDatabase(place);
  try {
    await database.open();
    // Benchmarks measure without it.
    if (process.env.JEST_WORKER_ID) checkCommitOrders(database);
    return database;
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
};

const fill = (url: string): Promise<void> => {
  const config = parseDatabaseUrl(url);
  if (config.kind === 'sqlite') return copyMigratedSqlite(config.path);
  return isVitess() ? fillVitess(url) : copyMigratedMysql(url, freshMysqlDatabase);
};

const freshSqliteFile = async (): Promise<FreshDatabaseUrl> => {
  const folder = await makeDataFolder('test');
  return {
    url: `sqlite:${join(folder, 'pushgraph.db')}`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
};

/** `npm run verify:vitess`: there is one keyspace, which is empty at the start of every test. */
const isVitess = (): boolean => process.env.TEST_VITESS === '1';

const freshMysqlDatabase = async (): Promise<FreshDatabaseUrl> => {
  if (isVitess()) return { url: mysqlServerUrl(), [Symbol.asyncDispose]: async () => undefined };
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onMysqlServer(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  const url = new URL(mysqlServerUrl());
  url.pathname = `/${name}`;
  return { url: url.href, [Symbol.asyncDispose]: () => onMysqlServer(`DROP DATABASE IF EXISTS ${name}`) };
};

const onMysqlServer = async (sql: string): Promise<void> => {
  const connection = await createConnection(mysqlServerUrl());
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
};

const mysqlServerUrl = (): string => {
  const url = process.env.TEST_MYSQL_URL;
  if (!url) throw new Error('TEST_MYSQL_URL is not set: no MySQL or MariaDB was found');
  return url;
};
