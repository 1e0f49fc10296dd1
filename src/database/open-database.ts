import type { DatabaseConfig } from '../config/config.js';
import { Database } from './database.js';
import { dialectFor } from './dialect.js';
import { retryCutOff } from './retry.js';

/** A database that is open and up to date, after what else the start asks of it. */
export const openDatabase = <T>(
  config: DatabaseConfig,
  prepare: (database: Database) => Promise<T>,
): Promise<{ database: Database; prepared: T }> =>
  retryCutOff(dialectFor(config.kind), async () => {
    const database = new Database(config);
    try {
      await database.open();
      await database.migrate();
      return { database, prepared: await prepare(database) };
    } catch (error) {
      await database.close().catch(() => undefined);
      throw error;
    }
  });
