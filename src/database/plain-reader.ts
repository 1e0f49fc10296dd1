import type { Pool } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { SqliteDriver } from './sqlite-driver.js';

/** Reads through the driver itself: TypeORM's query runner costs more than most of our statements do. */
export type PlainReader = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;

/** Shares the connections of an open data source. */
export const createPlainReader = (source: DataSource): PlainReader => {
  if (source.options.type === 'mysql') return readFromPool((source.driver as unknown as { pool: Pool }).pool);
  return readFromFile((source.driver as unknown as { databaseConnection: SqliteDriver }).databaseConnection);
};

const readFromPool =
  (pool: Pool): PlainReader =>
  (sql, parameters) =>
    // Not by mysql2's own promises, which take the stack's trace at every call.
    new Promise((resolve, reject) => {
      pool.query(sql, [...parameters], (error, rows) => (error ? reject(error) : resolve(rows as unknown[])));
    });

const readFromFile =
  (driver: SqliteDriver): PlainReader =>
  async (sql, parameters) =>
    driver.readAll(sql, parameters);
