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
 * Writes through the driver on the connection of a transaction, which avoids the overhead of TypeORM's query runner
 * (docs/benchmarks.md, "What paid").
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

/** Runs one prepared SQLite statement for each row. It is logged as one statement. */
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

/** A batch of rows that takes a few milliseconds. */
const ROWS_PER_LOOK = 1_000;

/** Reads through the driver on the connection of a transaction. */
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
  (manager.dataSource.options.logger as StatementLog).logQuery(sql, undefined, manager.queryRunner);
  // A transaction already has its connection, which `connect` returns.
  const connection = (await (manager.queryRunner as unknown as Runner).connect()) as SqliteDriver | Connection;
  if (isSqlite(connection)) await yieldIfLong();
  return connection;
};

const isSqlite = (connection: SqliteDriver | Connection): connection is SqliteDriver => 'readAll' in connection;

const ask = (connection: Connection, sql: string, parameters: readonly unknown[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    connection.query(sql, [...parameters], (error, result) => (error ? reject(error) : resolve(result)));
  });
