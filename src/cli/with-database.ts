import type { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { openZoneData } from './open-zone-data.js';

/** The database of the configuration, migrated, for as long as `work` takes; by the same rules for clocks as the service. */
export const withDatabase = async <T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> => {
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
