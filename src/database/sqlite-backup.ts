import { constants } from 'node:fs';
import { access, copyFile, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../errors.js';
import { MIGRATIONS } from '../migrations/index.js';
import { makeFolder } from '../own-files.js';
import { SqliteDriver } from './sqlite-driver.js';

/**
 * Copies a database into a new file that only its owner can read, while the service keeps writing. Returns the size of
 * the copy in bytes.
 * @throws AppError with one sentence when there is no such database, or the file exists.
 */
export const backupSqlite = async (path: string, target: string): Promise<number> => {
  if (!(await exists(path))) throw new AppError('NOT_FOUND', `There is no database at ${path}.`);
  if (await exists(target)) throw new AppError('CONFLICT', `${target} exists; a backup never overwrites a file.`);
  // The copy has another name until it is complete, so that a partial copy is never mistaken for a backup.
  const making = `${target}.part`;
  await rm(making, { force: true });
  try {
    await createEmpty(making, target);
    const source = new SqliteDriver(path, { readonly: true });
    try {
      source.exec(`VACUUM INTO '${making.replaceAll("'", "''")}'`);
    } finally {
      source.close();
    }
    leaveWal(making);
    await checkSqlite(making);
    await syncFile(making);
    await rename(making, target);
    await syncFile(dirname(target));
  } catch (error) {
    await rm(making, { force: true });
    throw error;
  }
  return (await stat(target)).size;
};

/** @throws AppError with one sentence when the folder is missing or does not accept files. */
const createEmpty = async (making: string, target: string): Promise<void> => {
  try {
    await (await open(making, 'wx', 0o600)).close();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new AppError('BAD_USER_INPUT', `${target} cannot be written (${code}); check the path and its permissions.`);
  }
};

/** @throws AppError unless the file is a complete database of this or an earlier version of the service. */
export const checkSqlite = async (path: string): Promise<void> => {
  const names = await readMigrations(path);
  const known = new Set<string>(MIGRATIONS.map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new AppError('CONFLICT', `${path} is of a later version of the service; restore it with that version.`);
};

/** Reads from a database file that no process uses. */
export const readSqlite = async <T>(path: string, work: (driver: SqliteDriver) => Promise<T> | T): Promise<T> => {
  const driver = new SqliteDriver(path, { readonly: true });
  try {
    return await work(driver);
  } finally {
    driver.close();
  }
};

/**
 * Replaces a database that no process has open with a copy of a backup, and keeps the old file. One of the two is in
 * place at every moment, so a crash never leaves the place empty. Returns the path of the old file; null: there was none.
 * @param changes statements for the copy
 */
export const restoreSqlite = async (
  path: string,
  { backup, now, changes }: { backup: string; now: Date; changes: readonly string[] },
): Promise<string | null> => {
  const isThere = await exists(path);
  if (isThere) refuseWhileOpen(path);
  else await refuseBesideLog(path);
  const making = `${path}.restoring`;
  await makeFolder(dirname(path));
  await copyFile(backup, making);
  change(making, changes);
  await syncFile(making, 0o600);
  const kept = isThere ? `${path}.before-${now.toISOString().replace(/[:.]/g, '-')}` : null;
  // A hard link, or a copy if the file system has no links.
  if (kept !== null) await link(path, kept).catch(() => copyFile(path, kept, constants.COPYFILE_EXCL));
  // SQLite would apply a leftover log to the new database.
  for (const end of ['-wal', '-shm']) await rm(`${path}${end}`, { force: true });
  await rename(making, path);
  await syncFile(dirname(path));
  return kept;
};

const change = (path: string, changes: readonly string[]): void => {
  const driver = new SqliteDriver(path, {});
  try {
    for (const sql of changes) driver.exec(sql);
  } finally {
    driver.close();
  }
};

const readMigrations = async (path: string): Promise<string[]> => {
  if (!(await exists(path))) throw new AppError('NOT_FOUND', `There is no file ${path}; check its path.`);
  try {
    return await readSqlite(path, (driver) => {
      const [check] = driver.readAll('PRAGMA quick_check', []) as { quick_check: string }[];
      if (check?.quick_check !== 'ok') throw new Error('it is damaged');
      return (driver.readAll('SELECT name FROM migration', []) as { name: string }[]).map(({ name }) => name);
    });
  } catch {
    throw new AppError('BAD_USER_INPUT', `${path} is not a complete database of this service.`);
  }
};

const refuseWhileOpen = (path: string): void => {
  if (!leaveWal(path)) throw new AppError('CONFLICT', `A process has ${path} open; stop the service first.`);
};

/** A process that had the file open when it was moved or deleted still writes to its log. */
const refuseBesideLog = async (path: string): Promise<void> => {
  const ends = ['-wal', '-shm'];
  const found = await Promise.all(ends.map((end) => exists(`${path}${end}`)));
  if (!found.includes(true)) return;
  const log = ends.map((end) => `${path}${end}`).join(' and ');
  const message = `${path} is missing, but its log is still there, so a process may use it. Stop the service, delete ${log}, and try again.`;
  throw new AppError('CONFLICT', message);
};

/**
 * Leaves WAL mode, which moves the log into the file. It requires that no other process has the file open.
 */
const leaveWal = (path: string): boolean => {
  const driver = new SqliteDriver(path, { timeout: 1 });
  try {
    const [mode] = driver.readAll('PRAGMA journal_mode = DELETE', []) as { journal_mode: string }[];
    return mode?.journal_mode === 'delete';
  } catch {
    return false;
  } finally {
    driver.close();
  }
};

const exists = (path: string): Promise<boolean> =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  );

const syncFile = async (path: string, mode?: number): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writers of other processes wait for this long. */
const VACUUM_WAIT_MS = 600_000;

/**
 * Rewrites the file, so that it contains no deleted rows. Returns its size in bytes before and after.
 * @throws AppError with one sentence when there is no such database.
 */
export const vacuumSqlite = async (path: string): Promise<{ readonly before: number; readonly after: number }> => {
  if (!(await exists(path))) throw new AppError('NOT_FOUND', `There is no database at ${path}.`);
  const before = (await stat(path)).size;
  const driver = new SqliteDriver(path, { timeout: VACUUM_WAIT_MS });
  try {
    driver.exec('VACUUM');
    driver.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    driver.close();
  }
  return { before, after: (await stat(path)).size };
};
