import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * A new folder for the data of a database server. MariaDB's is on the disk, as its users have it: in memory transactions
 * are too short for a worker to be frozen in the middle of one.
 */
export const makeDataFolder = (name: string): Promise<string> => mkdtemp(join(place(name), `pushgraph-${name}-`));

const place = (name: string): string =>
  name !== 'mysql' && existsSync(MEMORY) && freeBytes(MEMORY) >= NEEDED_BYTES ? MEMORY : tmpdir();

const freeBytes = (path: string): number => {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
};
