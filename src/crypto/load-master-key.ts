import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.js';
import { ConfigError } from '../errors.js';

/** The key from the configuration, or from the file beside the SQLite database, which is made at the first start. */
export const loadMasterKey = async (config: Pick<Config, 'masterKey' | 'database'>): Promise<Buffer> => {
  if (config.masterKey) return config.masterKey;
  if (config.database.kind !== 'sqlite') throw new ConfigError('MASTER_KEY', 'is required with MySQL.');
  const file = join(dirname(config.database.path), 'master.key');
  const text = (await readIfThere(file)) ?? (await makeFile(file));
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === 32) return key;
  throw new ConfigError('MASTER_KEY', `the key file beside the database (${file}) does not hold 32 bytes in base64.`);
};

/** Written whole under another name and then linked: of processes that start at once one wins, and none reads half. */
const makeFile = async (file: string): Promise<string> => {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    await writeDurably(draft, `${randomBytes(32).toString('base64')}\n`);
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
};

/** What is encrypted with the key outlives a power cut, so the key must too. */
const writeDurably = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const readIfThere = async (file: string): Promise<string | null> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
