import { access, chmod, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const OTHERS = 0o077;

/**
 * Creates a SQLite database readable by its owner only, if it is missing; SQLite gives its other files the same mode.
 * Leaves a file that cannot be created or changed to the driver, which says why.
 * @throws the file system's error if the folder cannot be created.
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
 * Creates a folder, and those above it, for its owner only. Node's recursive `mkdir` never returns if the file system
 * answers ENOENT below an existing folder, as /proc does.
 * @throws the file system's error if the folder cannot be created.
 */
export const makeFolder = async (path: string): Promise<void> => {
  const make = () => mkdir(path, { mode: 0o700 });
  try {
    await make();
  } catch (error) {
    if (await isFolder(path)) return;
    const parent = dirname(path);
    if (!hasCode(error, 'ENOENT') || parent === path) throw error;
    // Somebody else may create the parent, or this folder, in the meantime.
    if (!(await exists(parent))) await makeFolder(parent);
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

/** Makes a file readable by its owner only. Ignores files that are missing or belong to others. */
export const tighten = async (file: string): Promise<void> => {
  try {
    const { mode } = await stat(file);
    if ((mode & OTHERS) !== 0) await chmod(file, 0o600);
  } catch {
    // Every user who can read the file may use it, regardless of its owner.
  }
};
