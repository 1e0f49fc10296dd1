import { basename } from 'node:path';
import { ConfigError } from './errors.js';

/**
 * How a start fails: a `setting` must be corrected, a store that is `away` may come back, and a `fault` is ours. `line`
 * says what to do; only a fault has a stack.
 */
export interface StartFailure {
  readonly kind: 'setting' | 'away' | 'fault';
  readonly line: string;
}

export const judgeStartError = (error: unknown): StartFailure => {
  if (error instanceof ConfigError) return setting(error.message);
  if (error instanceof Error && error.name.startsWith('Mongo')) return judgeMongo(error);
  const code = readCode(error);
  if (code !== 'ENOSPC' && isAboutFolder(error)) return setting(FOLDER);
  if (code === 'HANDSHAKE_SSL_ERROR') return setting(describeTlsError(error));
  const line = code === undefined ? undefined : AWAY[code];
  if (line) return away(line);
  const hint = code === undefined ? undefined : SETTINGS[code];
  if (hint) return setting(hint);
  return { kind: 'fault', line: error instanceof Error ? (error.stack ?? error.message) : String(error) };
};

const setting = (line: string): StartFailure => ({ kind: 'setting', line });
const away = (line: string): StartFailure => ({ kind: 'away', line });

/** The MongoDB driver's texts name hosts and users at length, so they are not shown. */
const judgeMongo = (error: Error): StartFailure => {
  if (!AWAY_MONGO.has(error.name)) return setting(MONGO);
  return JSON.stringify(errorCodes(error)).match(CERTIFICATE) ? setting(MONGO_TLS) : away(NO_MONGO);
};

const AWAY_MONGO: ReadonlySet<string> = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoTopologyClosedError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
]);

/** Codes of OpenSSL and Node for a rejected certificate. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/;

/** The codes of an error, its causes, and the MongoDB servers that were tried. */
const errorCodes = (error: unknown, depth = 0): string[] => {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { code, cause, reason, error: inner, servers } = error as Record<string, unknown>;
  const further = [cause, reason, inner, ...(servers instanceof Map ? servers.values() : [])];
  return [...(typeof code === 'string' ? [code] : []), ...further.flatMap((each) => errorCodes(each, depth + 1))];
};

const describeTlsError = (error: unknown): string => {
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return `DATABASE_URL: TLS with the database failed (${reason.slice(0, 200)}); ${TLS_HELP}`;
};

/** Why listening failed, naming the variable to change. @param port the variable of the port. */
export const toListenError = (error: unknown, port = 'PORT'): unknown => {
  const code = readCode(error);
  const hint = code === undefined ? undefined : LISTEN_HINTS[code];
  if (!hint) return error;
  const { variable, problem } = hint;
  return variable === 'PORT'
    ? new ConfigError(port, problem.replace('PORT', port))
    : new ConfigError(variable, problem);
};

const LISTEN_HINTS: Readonly<Record<string, { variable: string; problem: string }>> = {
  EADDRINUSE: { variable: 'PORT', problem: 'another program listens there; set PORT to a free one, or to 0.' },
  EACCES: { variable: 'PORT', problem: 'this user may not listen there; set PORT to one above 1023.' },
  EADDRNOTAVAIL: {
    variable: 'HOST',
    problem: 'this machine does not have this address; set HOST to one that it has, such as 127.0.0.1.',
  },
  ENOTFOUND: { variable: 'HOST', problem: 'this name is unknown; set HOST to an address of this machine.' },
  EAI_AGAIN: { variable: 'HOST', problem: 'this name cannot be looked up; set HOST to an address of this machine.' },
};

const MONGO = 'JOBS_URL: MongoDB refuses the address, the user or the password; correct JOBS_URL.';
const MONGO_TLS = "JOBS_URL: MongoDB's certificate is not accepted; check the host name and tlsCAFile.";
const NO_MONGO = 'JOBS_URL: MongoDB does not answer; start it or correct the address.';
const SQLITE = 'DATABASE_URL: the SQLite file cannot be opened; check the path and its permissions.';
const FOLDER = 'DATABASE_URL: the folder of the SQLite file cannot be used; check the path and its permissions.';
const FULL = 'DATABASE_URL: the disk of the database is full; make room there.';
const BROKEN_DISK = 'DATABASE_URL: the disk of the SQLite file is full or does not work; check it.';
const LOCKED = 'DATABASE_URL: another process keeps the database locked; wait for it or end it.';
const SILENT = 'DATABASE_URL: nothing answers at that host and port; start the database or correct the address.';
const NO_MYSQL =
  'DATABASE_URL: the server at that host and port closes connections; check that it is MySQL and has started.';
const UNKNOWN_HOST = 'DATABASE_URL: its host name is unknown; correct the name, or start that server.';
const CROWDED =
  'DATABASE_URL: the database has too many connections; raise max_connections there, or run fewer processes.';
const BLOCKED = 'DATABASE_URL: the database has blocked this host after failed connections; run FLUSH HOSTS there.';
const STOPPING = 'DATABASE_URL: the database is being stopped; start it again.';
const OTHERS_MIGRATE = 'DATABASE_URL: another process is migrating this database; wait until it is done.';
const READ_ONLY = 'DATABASE_URL: the database accepts no writes (it is read-only); use the primary server.';

const NO_TLS = 'DATABASE_URL: the database does not support TLS; enable it there, or omit ssl in a private network.';
const TLS_ONLY = 'DATABASE_URL: the database accepts only TLS connections; add ?ssl=true.';
const TLS_HELP = 'check the host name, and the files that ssl-ca, ssl-cert and ssl-key name.';

/** Conditions that may pass without a change of settings: the start waits. */
const AWAY: Readonly<Record<string, string>> = {
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  ECONNREFUSED: SILENT,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  ECONNRESET: NO_MYSQL,
  EPIPE: NO_MYSQL,
  PROTOCOL_CONNECTION_LOST: NO_MYSQL,
  ER_CONNECTION_KILLED: NO_MYSQL,
  ER_QUERY_INTERRUPTED: NO_MYSQL,
  ER_SERVER_SHUTDOWN: STOPPING,
  ER_CON_COUNT_ERROR: CROWDED,
  ER_TOO_MANY_USER_CONNECTIONS: CROWDED,
  ER_USER_LIMIT_REACHED: CROWDED,
  ER_HOST_IS_BLOCKED: BLOCKED,
  ER_LOCK_WAIT_TIMEOUT: LOCKED,
  ER_LOCK_DEADLOCK: LOCKED,
  ER_DISK_FULL: FULL,
  ER_RECORD_FILE_FULL: FULL,
  ENOSPC: FULL,
  ER_OPTION_PREVENTS_STATEMENT: READ_ONLY,
  ER_READ_ONLY_MODE: READ_ONLY,
  OTHERS_MIGRATE,
  SQLITE_FULL: FULL,
  SQLITE_IOERR: BROKEN_DISK,
  SQLITE_BUSY: LOCKED,
  SQLITE_LOCKED: LOCKED,
};

const SETTINGS: Readonly<Record<string, string>> = {
  ER_ACCESS_DENIED_ERROR:
    'DATABASE_URL: the user or the password is wrong, or this user must connect with TLS (?ssl=true).',
  ER_DBACCESS_DENIED_ERROR: 'DATABASE_URL: this user may not use that database.',
  ER_TABLEACCESS_DENIED_ERROR: 'DATABASE_URL: this user may not change the tables; GRANT ALL on the database.',
  ER_HOST_NOT_PRIVILEGED: 'DATABASE_URL: the database accepts no connections from this host; allow them there.',
  ER_NOT_SUPPORTED_AUTH_MODE:
    'DATABASE_URL: this user signs in by a method that is not supported; use mysql_native_password or caching_sha2_password.',
  ER_BAD_DB_ERROR: 'DATABASE_URL: there is no such database; create it with the character set utf8mb4.',
  HANDSHAKE_NO_SSL_SUPPORT: NO_TLS,
  ER_SECURE_TRANSPORT_REQUIRED: TLS_ONLY,
  SQLITE_CANTOPEN: SQLITE,
  ERR_SQLITE_ERROR: SQLITE,
};

/** TypeORM may wrap a driver's error, and keeps its code. */
const readCode = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, errcode, driverError } = error as { code?: unknown; errcode?: unknown; driverError?: unknown };
  // Node has one code for all SQLite errors; the low byte of `errcode` is SQLite's own.
  if (typeof errcode === 'number') return SQLITE_CODES[errcode & 0xff];
  if (driverError !== undefined && code === undefined) return readCode(driverError);
  return typeof code === 'string' ? code : undefined;
};

/** Other errors are our faults, such as a statement that SQLite does not understand. */
const SQLITE_CODES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_CANTOPEN', // read-only
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CANTOPEN', // damaged
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_CANTOPEN', // not a database
};

/** A start creates only the database's folder and the key file in it, at first under a name with a random end. */
const isAboutFolder = (error: unknown): boolean =>
  error instanceof Error &&
  'path' in error &&
  'syscall' in error &&
  (error.syscall === 'mkdir' || basename(String(error.path)).startsWith('master.key'));
