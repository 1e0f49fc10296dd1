import type { Connection, ResultSetHeader } from 'mysql2';
import type { EntityManager } from 'typeorm';
import type { SqliteDriver } from './sqlite-driver.js';
import type { StatementLog } from './statement-log.js';
import { yieldIfLong } from './turns.js';

export interface WriteResult {
  readonly affected: number;
  readonly insertId: number;
}

/** TypeORM keeps the connection of a transaction to itself. */
interface Runner {
  connect(): Promise<unknown>;
}

/**
 * One write by the driver itself, on the connection of a transaction: TypeORM's query runner does much
 * around each statement (docs/benchmarks.md, "What paid").
 */
export const writePlain = async (
  manager: EntityManager,
  sql: string,
  parameters: readonly unknown[],
): Promise<WriteResult> => {
  const connection = await connectionOf(manager, sql);
  if (isSqlite(connection)) return connection.write(sql, parameters);
  const header = (await ask(connection, sql, parameters)) as ResultSetHeader;
  return { affected: header.affectedRows, insertId: header.insertId };
};

/** One write of SQLite for each row: prepared once, and one statement to who counts them. */
export const writeEachRow = async (
  manager: EntityManager,
  sql: string,
  rows: readonly (readonly unknown[])[],
): Promise<void> => {
  const connection = await connectionOf(manager, sql);
  if (!isSqlite(connection)) throw new Error('Only SQLite writes row by row.');
  for (let from = 0; from < rows.length; from += ROWS_PER_LOOK) {
    await yieldIfLong();
    connection.writeEach(sql, rows.slice(from, from + ROWS_PER_LOOK));
  }
};

/** Few enough to write in a few milliseconds. */
const ROWS_PER_LOOK = 1_000;

/** One read on the connection of a transaction, likewise. */
export const readPlain = async (
  manager: EntityManager,
  sql: string,
  parameters: readonly unknown[],
): Promise<unknown[]> => {
  const connection = await connectionOf(manager, sql);
  if (isSqlite(connection)) return connection.readAll(sql, parameters);
  return (await ask(connection, sql, parameters)) as unknown[];
};

const connectionOf = async (manager: EntityManager, sql: string): Promise<SqliteDriver | Connection> => {
  (manager.dataSource.options.logger as StatementLog).logQuery(sql);
  // In a transaction it is connected already, and answers what it has.
  const connection = (await (manager.queryRunner as unknown as Runner).connect()) as SqliteDriver | Connection;
  if (isSqlite(connection)) await yieldIfLong();
  return connection;
};

const isSqlite = (connection: SqliteDriver | Connection): connection is SqliteDriver => 'readAll' in connection;

const ask = (connection: Connection, sql: string, parameters: readonly unknown[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    connection.query(sql, [...parameters], (error, result) => (error ? reject(error) : resolve(result)));
  });
