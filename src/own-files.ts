import { access, chmod, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const OTHERS = 0o077;

/**
 * A SQLite database for its owner alone, made empty if it is missing: what SQLite puts beside it takes its mode over.
 * A file that cannot be made or changed is left to the driver, which says why.
 * @throws the file system's error when the folder cannot be made.
 */
export const keepToOwner = async (path: string): Promise<void> => {
  await makeFolder(dirname(path));
  try {
    await (await open(path, 'a', 0o600)).close();
  } catch {
    return;
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) await tighten(file);
};

/**
 * Makes a folder for its owner alone, and the folders above it. Node's recursive `mkdir` never returns where the file
 * system answers ENOENT below a folder that exists, as /proc does.
 * @throws the file system's error when the folder cannot be made.
 */
export const makeFolder = async (path: string): Promise<void> => {
  const make = () => mkdir(path, { mode: 0o700 });
  try {
    await make();
  } catch (error) {
    if (await isFolder(path)) return;
    const parent = dirname(path);
    if (!hasCode(error, 'ENOENT') || parent === path || (await exists(parent))) throw error;
    await makeFolder(parent);
    await make().catch(async (second) => {
      if (!(await isFolder(path))) throw second;
    });
  }
};

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Takes a file from everybody but its owner; what is not there, or not ours to change, stays as it is. */
export const tighten = async (file: string): Promise<void> => {
  try {
    const { mode } = await stat(file);
    if ((mode & OTHERS) !== 0) await chmod(file, 0o600);
  } catch {
    // Who can read it may use it, whoever owns it.
  }
};
