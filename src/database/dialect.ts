import type { DatabaseConfig } from '../config/config.js';
import { inList } from './in-list.js';
import type { SqlFragment } from './sql.js';

export type WriteTrouble = 'full' | 'read-only';
/** The clause that ends an upsert. */
export type UpsertClause = `ON ${string}`;

/** The differences between the SQL of SQLite and MySQL. */
export interface Dialect {
  readonly name: 'sqlite' | 'mysql';
  /** Whether two transactions can write at once. */
  readonly writesSideBySide: boolean;
  /** Begins an insert that skips rows whose key exists. */
  readonly insertIgnore: string;
  /** Ends an insert: if `key` exists, `assignments` apply. `incoming('c')` is the value that was to be inserted. */
  upsert(key: readonly string[], assignments: (incoming: (column: string) => string) => string): UpsertClause;
  /**
   * Matches two columns against pairs of values. MySQL seeks by one list per column, and SQLite by pairs. The result may
   * contain more than the pairs, so the caller must filter it.
   */
  amongPairs(columns: readonly [string, string], pairs: readonly (readonly [unknown, unknown])[]): SqlFragment;
  /** `column IN (…)` for a list of any length. On SQLite one prepared statement serves every length. */
  among(column: string, values: readonly (string | number)[]): SqlFragment;
  /** A text that compares byte by byte. MySQL otherwise ignores trailing spaces. */
  bytes(text: string): string;
  /** The text or number under a key of a JSON object; NULL if it is missing. */
  jsonValue(json: string, key: string): string;
  /** The text or number at a path such as `$[0].id`; NULL if it is missing. */
  jsonAt(json: string, path: string): string;
  /** Whether the list under a key of a JSON object has this text. */
  jsonHas(json: string, key: string, entry: string): SqlFragment;
  /** Concatenates selects that have an order and a limit of their own. */
  unionAll(selects: readonly string[]): string;
  /** Forces the clustered index where the optimiser is known to choose badly. */
  readonly forcePrimary: string;
  /**
   * Forces an index for a list of many values. Otherwise SQLite reads the whole application, and MySQL trusts outdated
   * statistics of a growing table.
   */
  forceIndex(name: string): string;
  /** Ends a select of rows that this transaction will change. */
  readonly forUpdate: string;
  /** Ends a select of rows that must not change before this transaction ends. */
  readonly forShare: string;
  /** Like `forUpdate`, but skips rows that another worker has locked. */
  readonly skipLocked: string;
  isDuplicate(error: unknown): boolean;
  isTransient(error: unknown): boolean;
  /** The connection was lost during the statement or before it, or a cluster changed its primary. */
  isCutOff(error: unknown): boolean;
  /**
   * The connection was lost, or Vitess ended the transaction, such as while it changes the primary of a shard. Unless the
   * statement was COMMIT, nothing of the transaction remains.
   */
  endsTransaction(error: unknown): boolean;
  /** Why the database refuses all writes for now; null: the error has another cause. */
  refusesWrites(error: unknown): WriteTrouble | null;
  /** Another process has locked the SQLite file, or has just created the tables. */
  isTakenByAnother(error: unknown): boolean;
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  writesSideBySide: false,
  insertIgnore: 'INSERT OR IGNORE INTO',
  upsert: (key, assignments) =>
    `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${assignments((column) => `excluded.${column}`)}`,
  amongPairs: ([a, b], pairs) => ({
    sql: `(${a}, ${b}) IN (VALUES ${pairs.map(() => '(?, ?)').join(', ')})`,
    parameters: pairs.flat(),
  }),
  among: (column, values) => ({
    sql: `${column} IN (SELECT value FROM json_each(?))`,
    parameters: [JSON.stringify(values)],
  }),
  bytes: (text) => text,
  jsonValue: (json, key) => `json_extract(${json}, '$.${key}')`,
  jsonAt: (json, path) => `json_extract(${json}, '${path}')`,
  jsonHas: (json, key, entry) => ({
    sql: `EXISTS (SELECT 1 FROM json_each(${json}, '$.${key}') WHERE value = ?)`,
    parameters: [entry],
  }),
  unionAll: (selects) => selects.map((select, index) => `SELECT * FROM (${select}) s${index}`).join(' UNION ALL '),
  forcePrimary: '',
  forceIndex: (name) => `INDEXED BY ${name}`,
  // SQLite has one writer at a time: the write transaction itself is the lock.
  forUpdate: '',
  forShare: '',
  skipLocked: '',
  isDuplicate: (error) => /UNIQUE constraint failed|PRIMARY KEY/.test(messageOf(error)),
  isTransient: () => false,
  isCutOff: () => false,
  endsTransaction: () => false,
  refusesWrites: (error) => {
    const code = sqliteCodeOf(error);
    if (code === SQLITE_READONLY) return 'read-only';
    return code === SQLITE_FULL || code === SQLITE_IOERR ? 'full' : null;
  },
  isTakenByAnother: (error) => /database is locked|database is busy|already exists/i.test(messageOf(error)),
};

export const mysqlDialect: Dialect = {
  name: 'mysql',
  writesSideBySide: true,
  insertIgnore: 'INSERT IGNORE INTO',
  upsert: (_key, assignments) => `ON DUPLICATE KEY UPDATE ${assignments((column) => `VALUES(${column})`)}`,
  amongPairs: ([a, b], pairs) => {
    const [ofA, ofB] = [[...new Set(pairs.map(([value]) => value))], [...new Set(pairs.map(([, value]) => value))]];
    return { sql: `${a} IN ${inList(ofA)} AND ${b} IN ${inList(ofB)}`, parameters: [...ofA, ...ofB] };
  },
  among: (column, values) => ({ sql: `${column} IN ${inList(values)}`, parameters: values }),
  bytes: (text) => `CAST(${text} AS BINARY)`,
  jsonValue: (json, key) => `JSON_VALUE(${json}, '$.${key}')`,
  jsonAt: (json, path) => `JSON_VALUE(${json}, '${path}')`,
  jsonHas: (json, key, entry) => ({
    sql: `JSON_CONTAINS(${json}, ?, '$.${key}')`,
    parameters: [JSON.stringify(entry)],
  }),
  // Derived tables, which SQLite needs, took twice as long here.
  unionAll: (selects) => selects.map((select) => `(${select})`).join(' UNION ALL '),
  forcePrimary: 'FORCE INDEX (PRIMARY)',
  forceIndex: (name) => `FORCE INDEX (${name})`,
  forUpdate: 'FOR UPDATE',
  // MySQL and MariaDB both support this syntax.
  forShare: 'LOCK IN SHARE MODE',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  isDuplicate: (error) => codeOf(error) === 'ER_DUP_ENTRY',
  isTransient: (error) => ['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD'].includes(codeOf(error)),
  isCutOff: (error) => endsTransaction(error) || codeOf(error) === 'ER_QUERY_INTERRUPTED',
  endsTransaction: (error) => endsTransaction(error),
  refusesWrites: (error) => {
    const code = codeOf(error);
    if (READ_ONLY.includes(code)) return 'read-only';
    return FULL.includes(code) ? 'full' : null;
  },
  isTakenByAnother: () => false,
};

export const dialectFor = (kind: DatabaseConfig['kind']): Dialect => (kind === 'sqlite' ? sqliteDialect : mysqlDialect);

const LOST = ['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ER_CONNECTION_KILLED'];

const endsTransaction = (error: unknown): boolean =>
  LOST.includes(codeOf(error)) || isFatalWithoutCode(error) || isEndedByVitess(error);

/** Numbers of errors in which Vitess names a keyspace; mysql2 has no names for some. */
const VITESS_ERRORS: readonly unknown[] = [1053, 1105, 1290, 1317, 1836, 2003, 2006, 2013, 3024];
/** Vitess has no codes for these causes of error 1105 (docs/scale-out.md); in lower case. */
const VITESS_CAUSES = [
  'not serving',
  'not_serving',
  'shutting_down',
  "tx engine can't accept",
  'no healthy tablet',
  'reparent',
  'primary buffer',
  'code = unavailable',
  'code = aborted',
  'code = canceled',
  'code = deadlineexceeded',
  '--read-only',
  'query timeout',
  'maximum statement execution',
  'lost connection',
  'server has gone away',
];

/** Servers without Vitess never begin an error with a target, so an operator's KILL QUERY is not retried. */
const isEndedByVitess = (error: unknown): boolean =>
  error instanceof Error &&
  'errno' in error &&
  VITESS_ERRORS.includes(error.errno) &&
  error.message.startsWith('target: ') &&
  VITESS_CAUSES.some((cause) => error.message.toLowerCase().includes(cause));

/** mysql2's error for a statement on a connection that is already closed has no code. */
const isFatalWithoutCode = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'fatal' in error && error.fatal === true && codeOf(error) === '';

const FULL = ['ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'ER_ERROR_ON_WRITE'];
const READ_ONLY = ['ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE', 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION'];

const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;

/** SQLite's primary code, which is the low byte of the extended one. */
const sqliteCodeOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
