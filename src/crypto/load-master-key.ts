import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.js';
import { ConfigError } from '../errors.js';

/** The key from the configuration, or from the file beside the SQLite database, which is made at the first start. */
export const loadMasterKey = async (config: Pick<Config, 'masterKey' | 'database'>): Promise<Buffer> => {
  if (config.masterKey) return config.masterKey;
  if (config.database.kind !== 'sqlite') throw new ConfigError('MASTER_KEY', 'is required with MySQL.');
  const file = join(dirname(config.database.path), 'master.key');
  await mkdir(dirname(file), { recursive: true });
  try {
    // `wx`: of two processes that start at once only one writes, and both read what it wrote.
    await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  if (key.length === 32) return key;
  throw new ConfigError('MASTER_KEY', `the key file beside the database (${file}) does not hold 32 bytes in base64.`);
};
