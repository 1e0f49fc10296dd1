import type { DatabaseConfig } from '../config/config.js';
import { Database } from './database.js';
import { dialectFor } from './dialect.js';
import { retryCutOff, unlessAborted } from './retry.js';
import type { MigrationWatch } from './watched-migrations.js';

/**
 * Returns an open, migrated database after the other checks of the start.
 * @param watch an aborted `signal` ends the attempt, but never in the middle of a migration.
 */
export const openDatabase = <T>(
  config: DatabaseConfig,
  prepare: (database: Database) => Promise<T>,
  watch: MigrationWatch = {},
): Promise<{ database: Database; prepared: T }> =>
  retryCutOff(dialectFor(config.kind), async () => {
    const database = new Database(config);
    try {
      await unlessAborted(database.open(), watch.signal);
      await database.migrate(watch);
      return { database, prepared: await prepare(database) };
    } catch (error) {
      await unlessAborted(database.close(), watch.signal).catch(() => undefined);
      throw error;
    }
  });
