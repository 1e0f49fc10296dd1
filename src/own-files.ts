import { chmod, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const OTHERS = 0o077;

/**
 * A SQLite database for its owner alone, made empty if it is missing: what SQLite puts beside it takes its mode over.
 * What cannot be made or changed is left to whoever opens it, who says what is wrong.
 */
export const keepToOwner = async (path: string): Promise<void> => {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await (await open(path, 'a', 0o600)).close();
  } catch {
    return;
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) await tighten(file);
};

/** Takes a file from everybody but its owner; what is not there, or not ours to change, stays as it is. */
export const tighten = async (file: string): Promise<void> => {
  try {
    const { mode } = await stat(file);
    if ((mode & OTHERS) !== 0) await chmod(file, 0o600);
  } catch {
    // Who can read it may use it, whoever owns it.
  }
};
