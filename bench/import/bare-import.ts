import { createConnection, escape as quote } from 'mysql2';
import { sha256 } from '../../src/crypto/secrets.js';
import type { Database } from '../../src/database/database.js';
import { SqliteDriver } from '../../src/database/sqlite-driver.js';
import { type ImportLine, makeLines } from './import-file.js';

const ROWS_PER_TRANSACTION = 1_000;

const DEVICE = [
  ...['app_id', 'token_at', 'registered_at', 'seen_at', 'active', 'event_w0', 'id', 'token_hash', 'token'],
  ...['language', 'country', 'timezone', 'external_user_id', 'platform', 'app_version', 'has_tags', 'tag_w0'],
];
const TABLES = {
  device: DEVICE,
  device_event: ['device_id', 'event_id', 'app_id', 'count', 'first_at', 'last_at'],
  device_tag: ['device_id', 'tag_id', 'app_id'],
} as const;
type Rows = Record<keyof typeof TABLES, (string | number | null)[][]>;

/**
 * The database's own limit: writes an import's rows with the drivers alone, without reading, checking or looking up
 * anything. It uses 1,000 devices per transaction, and as many parallel transactions as the import.
 */
export const bareImport = async (database: Database, count: number): Promise<void> => {
  let next = 0;
  const writeAll = async (): Promise<void> => {
    const { write, close } = database.config.kind === 'sqlite' ? openSqlite(database.config.path) : openMysql(database);
    while (next < count) {
      const first = next;
      next += ROWS_PER_TRANSACTION;
      await write(toRows(makeLines(first, Math.min(ROWS_PER_TRANSACTION, count - first)), first + 1));
    }
    close();
  };
  await Promise.all(Array.from({ length: database.dialect.writesSideBySide ? 2 : 1 }, writeAll));
};

const toRows = (lines: readonly ImportLine[], firstId: number): Rows => {
  const now = Date.now();
  const rows: Rows = { device: [], device_event: [], device_tag: [] };
  for (const [index, line] of lines.entries()) {
    const id = firstId + index;
    const tags = line.audiences === '' ? [] : line.audiences.split('|');
    rows.device.push([
      ...[1, now, now, now, 1, 1, id, sha256(line.token), line.token, line.language || null, line.country || null],
      ...[line.timezone || null, line.user, 'ios', line.version, tags.length > 0 ? 1 : 0, tags.length],
    ]);
    rows.device_event.push([id, 1, 1, 1, now, now]);
    for (const [tag] of tags.entries()) rows.device_tag.push([id, tag + 1, 1]);
  }
  return rows;
};

interface BareWriter {
  write(rows: Rows): Promise<void>;
  close(): void;
}

const tablesOf = (rows: Rows) =>
  (Object.keys(TABLES) as (keyof typeof TABLES)[]).map((table) => ({
    into: `INSERT INTO ${table} (${TABLES[table].join(', ')}) VALUES`,
    marks: `(${TABLES[table].map(() => '?').join(', ')})`,
    rows: rows[table],
  }));

const openSqlite = (path: string): BareWriter => {
  const driver = new SqliteDriver(path, {});
  for (const setting of ['synchronous = FULL', 'wal_autocheckpoint = 16384', 'cache_size = -65536']) {
    driver.pragma(setting);
  }
  return {
    write: async (all) => {
      driver.exec('BEGIN IMMEDIATE');
      for (const { into, marks, rows } of tablesOf(all)) driver.writeEach(`${into} ${marks}`, rows);
      driver.exec('COMMIT');
    },
    close: () => driver.close(),
  };
};

const openMysql = ({ config }: Database): BareWriter => {
  if (config.kind !== 'mysql') throw new Error('The data source is not MySQL.');
  const { host, port, user, password, database } = config;
  const connection = createConnection({ host, port, user, password, database, charset: 'utf8mb4' });
  const ask = (sql: string): Promise<void> =>
    new Promise((resolve, reject) => {
      connection.query(sql, (error) => (error ? reject(error) : resolve()));
    });
  const toLiteral = (value: string | number | null): string => {
    if (value === null) return 'NULL';
    return typeof value === 'string' ? quote(value) : String(value);
  };
  return {
    write: async (all) => {
      await ask('BEGIN');
      for (const { into, rows } of tablesOf(all)) {
        if (rows.length > 0) await ask(`${into} ${rows.map((row) => `(${row.map(toLiteral).join(',')})`).join(',')}`);
      }
      await ask('COMMIT');
    },
    close: () => connection.destroy(),
  };
};
