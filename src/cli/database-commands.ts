import type { DatabaseConfig } from '../config/config.js';
import { loadKeyring } from '../crypto/load-master-key.js';
import { Database } from '../database/database.js';
import { EFFECTS, type PlannedStatement, planMigrations } from '../database/migration-plan.js';
import { badInput } from '../errors.js';
import { systemClock } from '../ports/clock.js';
import { rebuildMarks } from '../services/devices/rebuild-marks.js';
import { Tombstones } from '../services/erasures/tombstones.js';
import { checkMasterKey, resealAll } from '../services/keys/master-key.js';
import { type StartWait, untilItAnswers } from '../until-it-answers.js';
import { type AddCommands, printJson } from './command.js';
import { requireDatabase, withDatabase, withNewDatabase } from './with-database.js';

/** Recalculates what device rows copy from other tables, after the database was changed by hand or partly restored. */
export const marksCommand: AddCommands = (program, config) => {
  program
    .command('rebuild-marks')
    .description("Recalculates every device's tag and event bits, and its attributes from those of its user")
    .action(async () => {
      const settings = config();
      const tombstones = new Tombstones(() => loadKeyring(settings));
      printJson(await withDatabase(settings, (database) => rebuildMarks(database, { tombstones })));
    });
};

/** Migrates in advance; the service also migrates at every start. */
export const migrateCommand: AddCommands = (program, config) => {
  program
    .command('migrate')
    .description('Migrates the tables of the database')
    .option(
      '--plan',
      'prints what it would do, and how that affects a running service, as JSON lines; changes nothing',
      false,
    )
    .option('--timeout <seconds>', 'how long to wait for a database that does not answer yet', '0')
    .action(async ({ plan, timeout }: { plan: boolean; timeout: string }) => {
      const settings = config();
      if (plan) return printPlan(settings.database);
      await waitingFor(readSeconds(timeout), () => withNewDatabase(settings, async () => undefined));
      process.stdout.write('The database is up to date.\n');
    });
};

/** From this many rows on, a statement that reads a whole table may take longer than a second. */
const LARGE_ROWS = 1_000_000;

const MAX_SECONDS = 86_400;

const readSeconds = (text: string): number => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= MAX_SECONDS) return Number(text);
  throw badInput('timeout', `--timeout takes whole seconds from 0 to ${MAX_SECONDS}.`);
};

/** @throws the error of the last attempt once the time is up. */
const waitingFor = async (seconds: number, work: () => Promise<void>): Promise<void> => {
  if (seconds === 0) return work();
  let last: unknown;
  const attempt = () =>
    work().catch((error) => {
      last = error;
      throw error;
    });
  const waitingFor = async (wait: StartWait | null): Promise<void> => {
    if (wait) process.stderr.write(`${wait.line} Waiting.\n`);
  };
  const signal = AbortSignal.timeout(seconds * 1_000);
  await untilItAnswers('database', attempt, { signal, waitingFor }).catch((error) => {
    throw signal.aborted ? (last ?? error) : error;
  });
};

const printPlan = async (config: DatabaseConfig): Promise<void> => {
  await requireDatabase(config);
  const database = new Database(config);
  await database.open();
  try {
    const { statements, unknown } = await planMigrations(database);
    const isLarge = ({ effect, tables }: PlannedStatement) =>
      effect !== 'new' && effect !== 'instant' && Object.values(tables).some((rows) => rows >= LARGE_ROWS);
    for (const each of statements) printJson({ ...each, means: EFFECTS[each.effect], large: isLarge(each) });
    process.stderr.write(`${summarise(statements, statements.filter(isLarge).length)}\n`);
    if (unknown > 0) process.stderr.write(`${unknown} migrations are of a later release; this one works beside it.\n`);
  } finally {
    await database.close();
  }
};

const summarise = (statements: readonly PlannedStatement[], large: number): string => {
  if (statements.length === 0) return 'The database is up to date.';
  const migrations = new Set(statements.map(({ migration }) => migration)).size;
  const contracting = statements.filter(({ contracts }) => contracts).length;
  return [
    `${migrations} migrations with ${statements.length} statements are pending.`,
    large > 0
      ? `${large} touch a table of ${LARGE_ROWS} rows or more: choose a quiet hour.`
      : 'None touches a large table.',
    contracting > 0
      ? `${contracting} remove what processes of the previous release may use: stop those first.`
      : 'Processes of the previous release keep running meanwhile.',
  ].join(' ');
};

/** Changes the master key. */
export const masterKeyCommands: AddCommands = (program, config) => {
  program
    .command('master-key')
    .description('The key that seals credentials')
    .command('reseal')
    .description('Reseals everything with MASTER_KEY, while the service runs. Run it again if it was interrupted')
    .action(async () => {
      const settings = config();
      await requireDatabase(settings.database);
      const keyring = await loadKeyring(settings);
      const result = await withDatabase(settings, async (database) => {
        await checkMasterKey(database, keyring, systemClock.now());
        return resealAll(database, keyring, (count) => process.stderr.write(`${count} sealed anew\n`));
      });
      for (const what of result.unreadable) {
        process.stderr.write(`${what}: neither key opens it; set its credentials again.\n`);
      }
      printJson({ resealed: result.resealed, unreadable: result.unreadable.length });
    });
};
