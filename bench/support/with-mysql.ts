import { startMysql } from '../../test/support/services/mysql-server.js';

/**
 * Runs `work` with a private MySQL or MariaDB, unless TEST_MYSQL_URL names one or the machine has none. Very many rows
 * need a larger buffer pool than the default: BENCH_BUFFER_POOL=2G.
 */
export const withMysql = async <T>(work: () => Promise<T>): Promise<T> => {
  const pool = process.env.BENCH_BUFFER_POOL;
  const options = pool === undefined ? [] : [`--innodb-buffer-pool-size=${pool}`];
  const started = process.env.TEST_MYSQL_URL ? null : await startMysql({ options });
  if (started) process.env.TEST_MYSQL_URL = started.url;
  if (!process.env.TEST_MYSQL_URL) console.log('MySQL: skipped, since this machine has neither mariadbd nor mysqld.');
  try {
    return await work();
  } finally {
    if (started) delete process.env.TEST_MYSQL_URL;
    await started?.stop();
  }
};
