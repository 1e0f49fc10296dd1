import type { Pool, QueryOptions } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { SqliteDriver } from './sqlite-driver.js';
import { yieldIfLong } from './turns.js';

/** Reads through the driver, because TypeORM's query runner costs more than most of our statements. */
export interface PlainReader {
  /** Rows by column name. */
  query(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  /** Rows as arrays, in the order of their columns. */
  rows(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
}

/** Shares the connections of an open data source. */
export const createPlainReader = (source: DataSource): PlainReader => {
  if (source.options.type === 'mysql') return readFromPool((source.driver as unknown as { pool: Pool }).pool);
  return readFromFile((source.driver as unknown as { databaseConnection: SqliteDriver }).databaseConnection);
};

const readFromPool = (pool: Pool): PlainReader => {
  const read = <Rows>(options: QueryOptions, parameters: readonly unknown[]): Promise<Rows> =>
    // mysql2's own promises capture a stack trace at every call.
    new Promise((resolve, reject) => {
      pool.query(options, [...parameters], (error, rows) => (error ? reject(error) : resolve(rows as Rows)));
    });
  return {
    query: (sql, parameters) => read({ sql }, parameters),
    rows: (sql, parameters) => read({ sql, rowsAsArray: true }, parameters),
  };
};

const readFromFile = (driver: SqliteDriver): PlainReader => ({
  query: async (sql, parameters) => {
    await yieldIfLong();
    return driver.readAll(sql, parameters);
  },
  rows: async (sql, parameters) => {
    await yieldIfLong();
    return driver.readRows(sql, parameters);
  },
});
