import { access } from 'node:fs/promises';
import { commandLine } from '../build-info.js';
import type { Config, DatabaseConfig } from '../config/config.js';
import { Database } from '../database/database.js';
import { AppError } from '../errors.js';
import { openZoneData } from './open-zone-data.js';

/** Opens and migrates the configured database while `work` runs, with the same time-zone rules as the service. */
export const withDatabase = async <T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> => {
  await requireDatabase(config.database);
  return withNewDatabase(config, work);
};

/** Like `withDatabase`, but does not migrate. For commands that only read. */
export const withOpenDatabase = async <T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> => {
  await requireDatabase(config.database);
  const database = new Database(config.database);
  try {
    await database.open();
    return await work(database);
  } finally {
    await database.close();
  }
};

/** Like `withDatabase`, but creates a missing SQLite file. Only `migrate` uses it. */
export const withNewDatabase = async <T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> => {
  await openZoneData(config.tzdata);
  const database = new Database(config.database);
  await database.open();
  try {
    await database.migrate();
    return await work(database);
  } finally {
    await database.close();
  }
};

/**
 * SQLite would create an empty database at a mistyped path, and the command would answer from that. @throws AppError
 * that names the path.
 */
export const requireDatabase = async (config: DatabaseConfig): Promise<void> => {
  if (config.kind !== 'sqlite') return;
  const isThere = await access(config.path).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  throw new AppError(
    'NOT_FOUND',
    `There is no database at ${config.path} (in ${process.cwd()}). Set DATABASE_URL to the service's own, or create a new one with \`${commandLine('migrate')}\`.`,
  );
};
