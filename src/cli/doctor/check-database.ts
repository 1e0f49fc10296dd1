import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandLine } from '../../build-info.js';
import type { Config } from '../../config/config.js';
import { loadKeyring } from '../../crypto/load-master-key.js';
import type { Database } from '../../database/database.js';
import { AppError, ConfigError } from '../../errors.js';
import { findUnreadable } from '../../services/keys/master-key.js';
import type { DatabaseFacts } from '../../services/operations/database-facts.js';
import { sizeOf } from '../status/describe-status.js';
import { type Finding, note, type Patient, problem } from './finding.js';

const LEAST_FREE_BYTES = 1_000_000_000;
const LEAST_FREE_PART = 0.1;
const LARGE_WAL_BYTES = 1_000_000_000;
const MOST_APART_MS = 2_000;
const OLDEST = { mysql: [8, 0], mariadb: [10, 6] } as const;

/** Checks the database, whether or not its tables are up to date. */
export const checkDatabase = async (database: Database, facts: DatabaseFacts): Promise<Finding[]> => [
  ...checkServer(facts),
  ...checkMigrations(facts),
  ...checkDisk(facts),
  ...(await checkMode(database)),
];

const checkServer = ({ kind, version, clockAheadMs, writeTrouble }: DatabaseFacts): Finding[] => {
  const findings: Finding[] = [];
  if (writeTrouble !== null)
    findings.push(
      problem(
        `The database accepts no writes: ${writeTrouble}.`,
        'Make room, or set DATABASE_URL to the primary server.',
      ),
    );
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [least, more] = OLDEST[/mariadb/i.test(version) ? 'mariadb' : 'mysql'];
  if (kind === 'mysql' && (major < least || (major === least && minor < more)))
    findings.push(problem(`The database server is ${version}.`, 'Update it to MySQL 8 or MariaDB 10.6, or later.'));
  if (clockAheadMs !== null && Math.abs(clockAheadMs) > MOST_APART_MS) {
    const seconds = Math.round(Math.abs(clockAheadMs) / 1_000);
    const what = `The database's clock is ${seconds} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`;
    findings.push(problem(what, 'Synchronise both with NTP: leases and moments depend on them.'));
  }
  return findings;
};

const checkMigrations = ({ pendingMigrations, unknownMigrations }: DatabaseFacts): Finding[] => [
  ...(pendingMigrations > 0
    ? [problem(`${pendingMigrations} migrations are pending.`, `Start the service, or run: ${commandLine('migrate')}`)]
    : []),
  ...(unknownMigrations > 0
    ? [note(`${unknownMigrations} migrations are of a later release.`, 'Complete the upgrade of all processes.')]
    : []),
];

const checkDisk = ({ disk, walBytes }: DatabaseFacts): Finding[] => [
  ...(disk !== null && disk.freeBytes < Math.max(LEAST_FREE_BYTES, Math.min(disk.sizeBytes * LEAST_FREE_PART, 10e9))
    ? [
        problem(
          `The disk of the database has ${sizeOf(disk.freeBytes)} of ${sizeOf(disk.sizeBytes)} left.`,
          'Make room: see PushgraphDiskFilling in docs/runbook.md.',
        ),
      ]
    : []),
  ...((walBytes ?? 0) > LARGE_WAL_BYTES
    ? [
        problem(
          `SQLite's write-ahead log has ${sizeOf(walBytes ?? 0)}: some program keeps a read transaction open.`,
          'Restart the service, and end other programs that have the file open.',
        ),
      ]
    : []),
];

const checkMode = async (database: Database): Promise<Finding[]> => {
  if (database.dialect.name === 'sqlite') return [];
  const [row] = await database.query<{ mode: string }>('SELECT @@SESSION.sql_mode AS mode');
  const mode = row?.mode ?? '';
  const isSafe = /STRICT_TRANS_TABLES/.test(mode) && !/NO_BACKSLASH_ESCAPES|ANSI_QUOTES/.test(mode);
  if (isSafe) return [];
  const advice = 'Something between here and the server, such as a proxy, resets sessions: connect directly.';
  return [problem(`The sql_mode of a session is not the one that the service sets (${mode}).`, advice)];
};

/** Whether the master key opens stored credentials. Reads the key file and never creates one. */
export const checkKey = async ({ config, database }: Patient): Promise<Finding[]> => {
  if (await isKeyMissing(config)) {
    const what = 'There is no MASTER_KEY and no master.key beside the database.';
    return [problem(what, 'Restore the key file: without it stored credentials cannot be opened.')];
  }
  try {
    const keyring = await loadKeyring(config);
    const unreadable = await findUnreadable(database, keyring);
    if (unreadable.length === 0) return [];
    const named = unreadable.slice(0, 5).join(', ');
    const what = `The master key does not open ${unreadable.length} stored credentials (${named}).`;
    return [problem(what, 'Set the MASTER_KEY of this database, or set their credentials again.')];
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof AppError)) throw error;
    return [problem(error.message, 'Correct the key.')];
  }
};

const isKeyMissing = async ({ masterKey, database }: Config): Promise<boolean> => {
  if (masterKey !== null || database.kind !== 'sqlite') return false;
  return access(join(dirname(database.path), 'master.key')).then(
    () => false,
    () => true,
  );
};
