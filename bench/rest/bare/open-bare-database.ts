import { parseDatabaseUrl } from '../../../src/config/database-url.js';
import type { BareDatabase } from './bare-database.js';
import { openBareMysql } from './bare-mysql.js';
import { openBareSqlite } from './bare-sqlite.js';

export const openBareDatabase = (url: string): BareDatabase => {
  const config = parseDatabaseUrl(url);
  return config.kind === 'sqlite' ? openBareSqlite(config.path) : openBareMysql(url);
};
