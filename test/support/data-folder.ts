import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * A new folder for a database server's data. It is in memory if there is room, because a slow disk would distort the
 * tests. Benchmarks with more data set BENCH_FOLDER.
 */
export const makeDataFolder = (name: string): Promise<string> =>
  mkdtemp(join(process.env.BENCH_FOLDER ?? place(), `pushgraph-${name}-`));

const place = (): string => (existsSync(MEMORY) && freeBytes(MEMORY) >= NEEDED_BYTES ? MEMORY : tmpdir());

const freeBytes = (path: string): number => {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
};
