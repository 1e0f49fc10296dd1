import { ConfigError } from './errors.js';

/** One line that says what to change; a stack only for what is our own fault. */
export const describeStartError = (error: unknown): string => {
  if (error instanceof ConfigError) return error.message;
  // The MongoDB driver's errors have no codes that tell, and its texts may name hosts and users at length.
  if (error instanceof Error && error.name.startsWith('Mongo')) return MONGO;
  if (isAboutFolder(error)) return FOLDER;
  const code = readCode(error);
  // Of all that OpenSSL may find the MySQL driver keeps the sentence alone.
  if (code === 'HANDSHAKE_SSL_ERROR') return describeTlsError(error);
  const hint = code === undefined ? undefined : HINTS[code];
  if (hint) return hint;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

const describeTlsError = (error: unknown): string => {
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return `DATABASE_URL: TLS with the database failed (${reason.slice(0, 200)}); ${TLS_HELP}`;
};

/** What went wrong with listening, by the variable to change. */
export const toListenError = (error: unknown): unknown => {
  const code = readCode(error);
  const hint = code === undefined ? undefined : LISTEN_HINTS[code];
  return hint ? new ConfigError(hint.variable, hint.problem) : error;
};

const LISTEN_HINTS: Readonly<Record<string, { variable: string; problem: string }>> = {
  EADDRINUSE: { variable: 'PORT', problem: 'another program listens there; set PORT to a free one, or to 0.' },
  EACCES: { variable: 'PORT', problem: 'this user may not listen there; set PORT to one above 1023.' },
  EADDRNOTAVAIL: {
    variable: 'HOST',
    problem: 'this machine has no such address; set HOST to one that it has, such as 127.0.0.1.',
  },
  ENOTFOUND: { variable: 'HOST', problem: 'this name is unknown; set HOST to an address of this machine.' },
  EAI_AGAIN: { variable: 'HOST', problem: 'this name cannot be looked up; set HOST to an address of this machine.' },
};

const MONGO =
  'JOBS_URL: the MongoDB does not answer, refuses the user or has no certificate that is known; correct the address.';
const SQLITE = 'DATABASE_URL: the SQLite file cannot be opened; check the path and its permissions.';
const FOLDER = 'DATABASE_URL: the folder of the SQLite file cannot be used; check the path and its permissions.';
const SILENT = 'DATABASE_URL: nothing answers at that host and port; start the database or correct the address.';
const NO_MYSQL = 'DATABASE_URL: what answers at that host and port hangs up; is it a MySQL, and has it started?';
const UNKNOWN_HOST = 'DATABASE_URL: its host name is unknown; correct the name.';

const NO_TLS = 'DATABASE_URL: the database has no TLS; switch it on there, or leave ssl out for a private network.';
const TLS_ONLY = 'DATABASE_URL: the database takes connections with TLS alone; add ?ssl=true.';
const TLS_HELP = 'check the host name, and the files that ssl-ca, ssl-cert and ssl-key name.';

const HINTS: Readonly<Record<string, string>> = {
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  ECONNREFUSED: SILENT,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  ECONNRESET: NO_MYSQL,
  PROTOCOL_CONNECTION_LOST: NO_MYSQL,
  ER_ACCESS_DENIED_ERROR:
    'DATABASE_URL: the user or the password is wrong, or this user must come with TLS (?ssl=true).',
  ER_DBACCESS_DENIED_ERROR: 'DATABASE_URL: this user may not use that database.',
  ER_BAD_DB_ERROR: 'DATABASE_URL: there is no such database; create it with the character set utf8mb4.',
  HANDSHAKE_NO_SSL_SUPPORT: NO_TLS,
  ER_SECURE_TRANSPORT_REQUIRED: TLS_ONLY,
  SQLITE_CANTOPEN: SQLITE,
  ERR_SQLITE_ERROR: SQLITE,
};

/** A driver's error may be wrapped by TypeORM, which keeps the code. */
const readCode = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'driverError' in error ? readCode(error.driverError) : undefined;
};

/** Only the database's folder is made at the start, and the key file in it. */
const isAboutFolder = (error: unknown): boolean =>
  error instanceof Error &&
  'path' in error &&
  'syscall' in error &&
  (error.syscall === 'mkdir' || /master\.key(\.previous)?$/.test(String(error.path)));
