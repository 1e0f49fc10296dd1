import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.js';
import { ConfigError } from '../errors.js';
import { makeFolder, tighten } from '../own-files.js';
import { Keyring } from './keyring.js';

type KeyConfig = Pick<Config, 'masterKey' | 'masterKeyPrevious' | 'database'>;

/** Holds both keys while the current key replaces the previous one. */
export const loadKeyring = async (config: KeyConfig): Promise<Keyring> =>
  new Keyring(await loadMasterKey(config), await loadPreviousKey(config));

/** Returns the configured key, or the key in the file next to the SQLite database, which the first start creates. */
export const loadMasterKey = async ({
  masterKey,
  database,
}: Pick<Config, 'masterKey' | 'database'>): Promise<Buffer> => {
  if (masterKey) return masterKey;
  if (database.kind !== 'sqlite') throw new ConfigError('MASTER_KEY', 'is required with MySQL.');
  const file = join(dirname(database.path), 'master.key');
  return parse((await readIfThere(file)) ?? (await makeFile(file)), file);
};

/** A file that was moved aside holds the previous key, so the next start generates a new one. */
const loadPreviousKey = async ({ masterKeyPrevious, database }: KeyConfig): Promise<Buffer | null> => {
  if (masterKeyPrevious || database.kind !== 'sqlite') return masterKeyPrevious;
  const file = join(dirname(database.path), 'master.key.previous');
  const text = await readIfThere(file);
  return text === null ? null : parse(text, file);
};

const parse = (text: string, file: string): Buffer => {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === 32) return key;
  throw new ConfigError('MASTER_KEY', `the key file beside the database (${file}) does not hold 32 bytes in base64.`);
};

/**
 * Writes the file completely under another name and then links it: if several processes start at once, one wins and
 * none reads half a file.
 */
const makeFile = async (file: string): Promise<string> => {
  await makeFolder(dirname(file));
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

/** Values encrypted with the key survive a power cut, so the key must too. */
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
    const text = await readFile(file, 'utf8');
    await tighten(file);
    return text;
  } catch (error) {
    // ENOTDIR: opening the database reports what is wrong with its path.
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return null;
    throw error;
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
