import type { Pool } from 'mysql2';
import type { DataSource } from 'typeorm';

/** Seconds that a transaction may wait for its client. Ours are short: none waits for anything but the database. */
const MARIADB = 'SET SESSION idle_transaction_timeout = 15';
/** MySQL knows no such limit, only one for any silent connection; the pool opens another when it needs one. */
const MYSQL = 'SET SESSION wait_timeout = 300';

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
