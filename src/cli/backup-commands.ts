import type { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { backupSqlite, checkSqlite, readSqlite, restoreSqlite, vacuumSqlite } from '../database/sqlite-backup.js';
import type { SqliteDriver } from '../database/sqlite-driver.js';
import { AppError } from '../errors.js';
import { systemClock } from '../ports/clock.js';
import { findPending, type Pending } from '../services/backups/find-pending.js';
import { skipIds, skipIdsOfSqlite } from '../services/backups/skip-ids.js';
import { type AddCommands, printJson } from './command.js';
import { requireDatabase } from './with-database.js';

const MYSQL = 'is for SQLite; for MySQL see docs/operations.md#backups.';
const AGAIN =
  'These are sent as soon as a sending process starts. Anything that was sent after the backup was taken is sent ' +
  'again. To prevent that, start with ROLE=api, which sends nothing, pause or cancel runs and deactivate schedulers, ' +
  'then start a worker.';

export const backupCommands: AddCommands = (program, config) => {
  program
    .command('backup')
    .description('Copies the SQLite database into a new file, while the service runs')
    .argument('<file>', 'the new file')
    .action(async (file: string) => {
      const path = sqlitePath(config(), 'backup');
      printJson({ file, bytes: await backupSqlite(path, file) });
      process.stderr.write(
        'Keep MASTER_KEY or master.key separately: without the key its credentials cannot be read.\n',
      );
    });
  program
    .command('vacuum')
    .description(
      'Rewrites the SQLite file without deleted data; writers wait until it is done. Needs free space of its size',
    )
    .action(async () => printJson(await vacuumSqlite(sqlitePath(config(), 'vacuum'))));
  program
    .command('pending')
    .description('Prints what will be sent as soon as a process sends, as JSON lines; check it after a restore')
    .action(() => listPending(config()));
  program
    .command('restored')
    .description(
      'For a database restored with other tools, before any process starts: skips the ids of lost rows and prints what pending prints',
    )
    .action(() => listPending(config(), skipIds));
  program
    .command('restore')
    .description('Replaces the SQLite database of a stopped service with a backup; the current database is kept')
    .argument('<file>', 'a file made by backup')
    .option('--yes', 'restores; without it, only shows what would be sent again', false)
    .action((file: string, { yes }: { yes: boolean }) => restore(sqlitePath(config(), 'restore'), file, yes));
};

const listPending = async (
  { database: settings }: Config,
  prepare: (database: Database) => Promise<void> = async () => undefined,
): Promise<void> => {
  await requireDatabase(settings);
  const database = new Database(settings);
  await database.open();
  try {
    await prepare(database);
    printPending(await findPending((sql, parameters) => database.query(sql, parameters), systemClock.now()));
  } finally {
    await database.close();
  }
};

const restore = async (path: string, file: string, isMeant: boolean): Promise<void> => {
  await checkSqlite(file);
  const now = systemClock.now();
  const read = (driver: SqliteDriver) =>
    findPending((sql, parameters) => driver.readAll(sql, parameters) as object[], now);
  printPending(await readSqlite(file, read));
  if (!isMeant) throw new AppError('CONFLICT', 'Nothing was changed; --yes restores the backup.');
  const kept = await restoreSqlite(path, { backup: file, now: new Date(now), changes: skipIdsOfSqlite() });
  printJson({ restored: path, kept });
};

const sqlitePath = ({ database }: Config, command: string): string => {
  if (database.kind === 'sqlite') return database.path;
  throw new AppError('BAD_USER_INPUT', `${command} ${MYSQL}`);
};

const printPending = (pending: readonly Pending[]): void => {
  for (const each of pending) printJson(each);
  process.stderr.write(`${pending.length === 0 ? 'Nothing will be sent.' : AGAIN}\n`);
};
