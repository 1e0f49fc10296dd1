import { createPool, type Pool, type PoolConnection, type ResultSetHeader } from 'mysql2/promise';
import type { BareConnection, BareDatabase, Row } from './bare-database.js';

/** A pool with the settings of the service. */
export const openBareMysql = (url: string): BareDatabase => {
  const pool = createPool({
    uri: url,
    connectionLimit: 16,
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
  });
  pool.pool.on('connection', (connection) => {
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  });
  const counter = { statements: 0 };
  return {
    kind: 'mysql',
    get statements() {
      return counter.statements;
    },
    all: async (sql, parameters) => {
      counter.statements += 1;
      const [rows] = await pool.query(sql, [...parameters]);
      return rows as Row[];
    },
    transaction: (work) => inTransaction(pool, counter, work),
  };
};

interface Counter {
  statements: number;
}

const inTransaction = async <T>(
  pool: Pool,
  counter: Counter,
  work: (connection: BareConnection) => Promise<T>,
): Promise<T> => {
  const connection = await pool.getConnection();
  counter.statements += 2;
  await connection.query('START TRANSACTION');
  try {
    const result = await work(toBareConnection(connection, counter));
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  } finally {
    connection.release();
  }
};

const toBareConnection = (connection: PoolConnection, counter: Counter): BareConnection => ({
  all: async (sql, parameters) => {
    counter.statements += 1;
    const [rows] = await connection.query(sql, [...parameters]);
    return rows as Row[];
  },
  run: async (sql, parameters) => {
    counter.statements += 1;
    const [result] = await connection.query<ResultSetHeader>(sql, [...parameters]);
    return result.insertId;
  },
});
