import { startMysql } from '../../test/support/services/mysql-server.js';

/** With a private MySQL or MariaDB for the time of `work`, unless TEST_MYSQL_URL names one or the machine has none. */
export const withMysql = async <T>(work: () => Promise<T>): Promise<T> => {
  const started = process.env.TEST_MYSQL_URL ? null : await startMysql();
  if (started) process.env.TEST_MYSQL_URL = started.url;
  if (!process.env.TEST_MYSQL_URL) console.log('MySQL: left out, since this machine has neither mariadbd nor mysqld.');
  try {
    return await work();
  } finally {
    if (started) delete process.env.TEST_MYSQL_URL;
    await started?.stop();
  }
};
