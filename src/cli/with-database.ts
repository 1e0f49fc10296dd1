import type { Config } from '../config/config.js';
import { Database } from '../database/database.js';

/** The database of the configuration, migrated, for as long as `work` takes. */
export const withDatabase = async <T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = new Database(config.database);
  await database.open();
  try {
    await database.migrate();
    return await work(database);
  } finally {
    await database.close();
  }
};
