import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConfig } from '../config/config.js';
import { Database } from './database.js';

const MAX_ATTEMPTS = 4;
const PAUSE_MS = 250;

/**
 * A database that is open and up to date, after what else the start asks of it. A connection that is cut in the middle
 * must not end the start: whoever watches over the process would have to begin it again, and all of it can be done over.
 */
export const openDatabase = async <T>(
  config: DatabaseConfig,
  prepare: (database: Database) => Promise<T>,
): Promise<{ database: Database; prepared: T }> => {
  for (let attempt = 1; ; attempt += 1) {
    const database = new Database(config);
    try {
      await database.open();
      await database.migrate();
      return { database, prepared: await prepare(database) };
    } catch (error) {
      await database.close().catch(() => undefined);
      if (attempt >= MAX_ATTEMPTS || !database.dialect.isCutOff(error)) throw error;
      await sleep(PAUSE_MS * attempt);
    }
  }
};
