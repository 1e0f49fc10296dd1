import { createRequire } from 'node:module';
import type {
  DatabaseSyncInstance as DatabaseSync,
  StatementSyncInstance as StatementSync,
} from '@photostructure/sqlite';
import { Mutex } from '../../../src/database/mutex.js';
import type { BareConnection, BareDatabase, Parameter, Row } from './bare-database.js';

/** One connection to read and one to write, with the settings of the service. */
export const openBareSqlite = (path: string): BareDatabase => {
  const reader = new Connection(open(path, true));
  const writer = new Connection(open(path, false));
  writer.exec('PRAGMA synchronous = FULL');
  const mutex = new Mutex();
  return {
    kind: 'sqlite',
    get statements() {
      return reader.statements + writer.statements;
    },
    all: (sql, parameters) => reader.all(sql, parameters),
    transaction: (work) => mutex.run(() => inTransaction(writer, work)),
  };
};

const inTransaction = async <T>(writer: Connection, work: (connection: BareConnection) => Promise<T>): Promise<T> => {
  writer.run('BEGIN IMMEDIATE', []);
  try {
    const result = await work(writer);
    writer.run('COMMIT', []);
    return result;
  } catch (error) {
    writer.run('ROLLBACK', []);
    throw error;
  }
};

class Connection implements BareConnection {
  statements = 0;
  private readonly prepared = new Map<string, StatementSync>();

  constructor(private readonly database: DatabaseSync) {}

  all(sql: string, parameters: readonly Parameter[]): Row[] {
    return this.statement(sql).all(...parameters) as Row[];
  }

  run(sql: string, parameters: readonly Parameter[]): number {
    return Number(this.statement(sql).run(...parameters).lastInsertRowid);
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  private statement(sql: string): StatementSync {
    this.statements += 1;
    const known = this.prepared.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    this.prepared.set(sql, statement);
    return statement;
  }
}

/** Uses Node's own SQLite if it is no longer experimental, like the service. */
const open = (path: string, readOnly: boolean): DatabaseSync => {
  const builtIn = Number.parseInt(process.versions.node, 10) >= 24;
  const sqlite = createRequire(import.meta.url)(builtIn ? 'node:sqlite' : '@photostructure/sqlite');
  const database: DatabaseSync = new sqlite.DatabaseSync(path, { readOnly, timeout: 5_000 });
  database.exec('PRAGMA cache_size = -65536');
  return database;
};
