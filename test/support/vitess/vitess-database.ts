import { createConnection } from 'mysql2/promise';
import { parseDatabaseUrl } from '../../../src/config/database-url.js';
import { Database } from '../../../src/database/database.js';

/*
 * Tests share the keyspaces of one cluster. Each test finds them in the state after the migrations. SQL cannot create
 * keyspaces, and creating 80 tables for each test would take longer than the tests.
 */

interface Migrated {
  readonly tables: readonly string[];
  readonly rows: ReadonlyMap<string, readonly unknown[][]>;
}

let migrated: Migrated | undefined;

/** Empties the tables except for the rows that the migrations insert. */
export const fillVitess = async (url: string): Promise<void> => {
  migrated ??= await migrate(url);
  const { tables, rows } = migrated;
  await using vitess = await Connection.open(url);
  const used = await vitess.usedOf(tables);
  for (const table of used) await vitess.query(`TRUNCATE TABLE ${table}`);
  for (const table of used) await vitess.insert(table, rows.get(table) ?? []);
  await vitess.restartSequences();
};

/** Removes all tables. */
export const emptyVitess = async (url: string): Promise<void> => {
  migrated = undefined;
  await using vitess = await Connection.open(url);
  for (const table of await vitess.tables()) await vitess.query(`DROP TABLE IF EXISTS ${table}`);
};

const migrate = async (url: string): Promise<Migrated> => {
  await emptyVitess(url);
  const database = new Database(parseDatabaseUrl(url));
  await database.open();
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
  await using vitess = await Connection.open(url);
  const tables = await vitess.tables();
  const rows = new Map<string, readonly unknown[][]>();
  for (const table of await vitess.usedOf(tables)) rows.set(table, await vitess.query(`SELECT * FROM ${table}`));
  return { tables, rows };
};

const TABLES_AT_ONCE = 40;

/** The sequences of the cluster; none without shards. */
let sequences: readonly string[] | undefined;
const isSequence = (name: string): boolean => name.endsWith('_seq');

class Connection implements AsyncDisposable {
  static async open(url: string): Promise<Connection> {
    const connection = new Connection(await createConnection({ uri: url, rowsAsArray: true }));
    await connection.query('SET foreign_key_checks = 0');
    return connection;
  }

  private constructor(private readonly connection: Awaited<ReturnType<typeof createConnection>>) {}

  async query(sql: string, values: unknown[] = []): Promise<unknown[][]> {
    return (await this.connection.query({ sql, values }))[0] as unknown[][];
  }

  /** Tables of all keyspaces; sequences are part of the cluster. */
  async tables(): Promise<string[]> {
    return (await this.allTables()).filter((name) => !isSequence(name));
  }

  /** Makes ids start at 1 again. vttablet keeps its block of ids until the sequence is a new table. */
  async restartSequences(): Promise<void> {
    sequences ??= (await this.allTables()).filter(isSequence);
    for (const name of sequences) {
      const [row] = await this.query(`SELECT next_id FROM ${name}`);
      if (Number(row?.[0]) === 1) continue;
      const [[, create] = []] = await this.query(`SHOW CREATE TABLE ${name}`);
      await this.query(`DROP TABLE ${name}`);
      await this.query(String(create));
      await this.query(`INSERT INTO ${name} (id, next_id, cache) VALUES (0, 1, 1000)`);
    }
  }

  private async allTables(): Promise<string[]> {
    const keyspaces = (await this.query('SHOW VITESS_SHARDS')).map(([shard]) => String(shard).split('/')[0]);
    const found: string[] = [];
    for (const keyspace of new Set(keyspaces)) {
      for (const [name] of await this.query(`SHOW TABLES FROM ${keyspace}`)) found.push(String(name));
    }
    return found;
  }

  async usedOf(tables: readonly string[]): Promise<string[]> {
    const used: string[] = [];
    for (let from = 0; from < tables.length; from += TABLES_AT_ONCE) {
      const selects = tables
        .slice(from, from + TABLES_AT_ONCE)
        .map((name) => `(SELECT '${name}' FROM ${name} LIMIT 1)`);
      for (const [name] of await this.query(selects.join(' UNION ALL '))) used.push(String(name));
    }
    return [...new Set(used)];
  }

  async insert(table: string, rows: readonly unknown[][]): Promise<void> {
    if (rows.length > 0) await this.connection.query('INSERT INTO ?? VALUES ?', [table, rows]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.connection.end();
  }
}
