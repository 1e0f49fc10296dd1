import { ConfigError } from './errors.js';

/** One line that says what to change; a stack only for what is our own fault. */
export const describeStartError = (error: unknown): string => {
  if (error instanceof ConfigError) return error.message;
  const code = readCode(error);
  const hint = code === undefined ? undefined : HINTS[code];
  if (hint) return hint;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

const HINTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT: another program listens there; set PORT to a free one, or to 0.',
  EACCES: 'PORT: this user may not listen there; set PORT to one above 1023.',
  EADDRNOTAVAIL: 'HOST: this machine has no such address; set HOST to one that it has, such as 127.0.0.1.',
  ENOTFOUND: 'DATABASE_URL: its host name is unknown (or HOST, PROVIDER_*_URL, JOBS_URL, REDIS_URL); check the name.',
  ECONNREFUSED:
    'DATABASE_URL: nothing answers at that host and port (or JOBS_URL, REDIS_URL); start it or correct the address.',
  ER_ACCESS_DENIED_ERROR: 'DATABASE_URL: the user or the password is wrong.',
  ER_DBACCESS_DENIED_ERROR: 'DATABASE_URL: this user may not use that database.',
  ER_BAD_DB_ERROR: 'DATABASE_URL: there is no such database; create it with the character set utf8mb4.',
  SQLITE_CANTOPEN: 'DATABASE_URL: the SQLite file cannot be opened; check the path and its permissions.',
  ERR_SQLITE_ERROR: 'DATABASE_URL: the SQLite file cannot be opened; check the path and its permissions.',
};

/** A driver's error may be wrapped by TypeORM, which keeps the code. */
const readCode = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'driverError' in error ? readCode(error.driverError) : undefined;
};
