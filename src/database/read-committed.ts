import type { Pool } from 'mysql2';
import type { DataSource } from 'typeorm';

const READ_COMMITTED = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

/** For every connection of an open MySQL source, once: asked for by each transaction, it would be a round trip of each. */
export const useReadCommitted = async (source: DataSource): Promise<void> => {
  const { pool } = source.driver as unknown as { pool: Pool };
  pool.on('connection', (connection) => {
    // Commands take turns, so this one comes before any that the connection is wanted for.
    connection.query(READ_COMMITTED, (error) => {
      if (error) connection.destroy();
    });
  });
  // The one that opening the source has left in the pool.
  await source.query(READ_COMMITTED);
};
