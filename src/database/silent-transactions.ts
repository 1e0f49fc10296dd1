import type { Pool } from 'mysql2';
import type { DataSource, QueryRunner } from 'typeorm';

/** Seconds that a transaction may wait for its client. Ours are short: none waits for anything but the database. */
const MARIADB = 'SET SESSION idle_transaction_timeout = 15';
/** MySQL knows no such limit, only one for any silent connection: idle ones the pool has closed before. */
const MYSQL = 'SET SESSION wait_timeout = 30';

/** Of the pool: sooner than the server would, so that nobody is handed a connection that has just been ended. */
export const POOL_IDLE_MS = 15_000;

/**
 * A process that freezes, or whose machine or network is gone, in the middle of a transaction keeps its row locks until
 * the server notices: by default after eight hours, in which nobody can take over its batch. So the server is told, on
 * every connection, to end such a transaction early.
 */
export const endSilentTransactions = async (source: DataSource): Promise<void> => {
  const isMariadb = await source.query(MARIADB).then(
    () => true,
    () => false,
  );
  if (!isMariadb) await source.query(MYSQL);
  const { pool } = source.driver as unknown as { pool: Pool };
  pool.on('connection', (connection) => {
    connection.query(isMariadb ? MARIADB : MYSQL, (error) => {
      if (error) connection.destroy();
    });
  });
};

const A_DAY = 86_400;

/** For a connection that holds something while others work, for as long as that takes. */
export const allowingSilence = async (runner: QueryRunner, work: () => Promise<void>): Promise<void> => {
  const [session] = await runner.query('SELECT @@SESSION.wait_timeout AS seconds');
  await runner.query(`SET SESSION wait_timeout = ${A_DAY}`);
  try {
    await work();
  } finally {
    await runner.query(`SET SESSION wait_timeout = ${Number(session.seconds)}`).catch(() => undefined);
  }
};
