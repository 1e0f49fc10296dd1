import { stat } from 'node:fs/promises';
import type { Database } from '../../database/database.js';
import { diskOf } from '../../database/disk-space.js';
import { countMigrations } from '../../database/migration-plan.js';

export interface DatabaseFacts {
  readonly kind: 'sqlite' | 'mysql';
  /** The version of the server, or of SQLite. */
  readonly version: string;
  /** Migrations that this release has and the database lacks. */
  readonly pendingMigrations: number;
  /** Migrations of a later release. */
  readonly unknownMigrations: number;
  readonly bytes: number | null;
  /** Only SQLite has a write-ahead log and a disk of this machine. */
  readonly walBytes: number | null;
  readonly disk: { readonly freeBytes: number; readonly sizeBytes: number } | null;
  /** How far the server's clock is ahead of this machine's; null for SQLite. */
  readonly clockAheadMs: number | null;
  readonly writeTrouble: string | null;
}

/** Reads facts about an open database. Changes nothing. */
export const readDatabaseFacts = async (database: Database): Promise<DatabaseFacts> => {
  const { config } = database;
  const { pending, unknown } = await countMigrations(database);
  const common = {
    version: await readVersion(database),
    pendingMigrations: pending,
    unknownMigrations: unknown,
    writeTrouble: await database.findWriteTrouble(),
  };
  if (config.kind === 'mysql') {
    const [size] = await database.query<{ n: number | string | null }>(
      'SELECT SUM(data_length + index_length) AS n FROM information_schema.tables WHERE table_schema = ?',
      [config.database],
    );
    const clockAheadMs = await readClock(database);
    return { kind: 'mysql', ...common, bytes: Number(size?.n ?? 0), walBytes: null, disk: null, clockAheadMs };
  }
  const [bytes, walBytes] = await Promise.all([sizeOf(config.path), sizeOf(`${config.path}-wal`)]);
  return { kind: 'sqlite', ...common, bytes, walBytes, disk: await diskOf(config.path), clockAheadMs: null };
};

const readVersion = async (database: Database): Promise<string> => {
  const sql = database.dialect.name === 'sqlite' ? 'SELECT sqlite_version() AS version' : 'SELECT VERSION() AS version';
  const [row] = await database.query<{ version: string }>(sql);
  return row?.version ?? 'unknown';
};

const readClock = async (database: Database): Promise<number> => {
  const asked = Date.now();
  const [row] = await database.query<{ at: number | string }>('SELECT UNIX_TIMESTAMP(NOW(3)) * 1000 AS at');
  return Math.round(Number(row?.at) - (asked + Date.now()) / 2);
};

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
