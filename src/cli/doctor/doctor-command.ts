import type { Config } from '../../config/config.js';
import type { Database } from '../../database/database.js';
import { judgeStartError } from '../../describe-start-error.js';
import { AppError, ConfigError } from '../../errors.js';
import { systemClock } from '../../ports/clock.js';
import { readDatabaseFacts } from '../../services/operations/database-facts.js';
import { readEventsOut } from '../../services/operations/events-out.js';
import { type AddCommands, printJson } from '../command.js';
import { openZoneData } from '../open-zone-data.js';
import { probeJobs, probeMedia, probeRedis } from '../status/probe-stores.js';
import { withOpenDatabase } from '../with-database.js';
import { checkDatabase, checkKey } from './check-database.js';
import { checkSending } from './check-sending.js';
import { checkSettings } from './check-settings.js';
import { type Finding, note, type Patient, problem } from './finding.js';

/** Adds `doctor`, which lists the problems of an installation and how to solve them. */
export const doctorCommand: AddCommands = (program, config) => {
  program
    .command('doctor')
    .description(
      'Checks the installation and prints what is wrong and what to do; exit status 1 for problems. Changes nothing',
    )
    .option('--json', 'findings as JSON lines', false)
    .action(async ({ json }: { json: boolean }) => {
      const findings = await examine(config);
      for (const finding of findings) {
        if (json) printJson(finding);
        else process.stdout.write(`${finding.level.padEnd(9)}${finding.what} ${finding.advice}\n`);
      }
      const isWell = findings.every(({ level }) => level !== 'problem');
      if (isWell && !json)
        process.stdout.write(findings.length === 0 ? 'Nothing is wrong.\n' : 'Nothing else is wrong.\n');
      if (!isWell) process.exitCode = 1;
    });
};

const examine = async (read: () => Config): Promise<Finding[]> => {
  const now = systemClock.now();
  let config: Config;
  try {
    config = read();
    await openZoneData(config.tzdata);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [problem(error.message, 'Correct the setting; the other checks need it.')];
  }
  return [...checkSettings(config, now), ...(await checkStores(config)), ...(await checkOpen(config, now))];
};

const checkStores = async (config: Config): Promise<Finding[]> => {
  const [jobs, redis, media] = await Promise.all([probeJobs(config), probeRedis(config), probeMedia(config)]);
  return [
    ...(jobs === null ? [] : [problem(jobs, 'Until then workers look for work themselves.')]),
    ...(redis === null
      ? []
      : [problem(`REDIS_URL: the Redis cannot be used (${redis}).`, 'Start it or correct REDIS_URL.')]),
    ...(media === null
      ? []
      : [
          problem(`MEDIA_URL: images cannot be read (${media}).`, 'Correct MEDIA_URL or the permissions of its store.'),
        ]),
  ];
};

const checkOpen = async (config: Config, now: number): Promise<Finding[]> => {
  try {
    return await withOpenDatabase(config, (database) => checkTables(config, database, now));
  } catch (error) {
    if (error instanceof AppError) return [problem(error.message, 'The other checks need the database.')];
    const { kind, line } = judgeStartError(error);
    if (kind === 'fault') throw error;
    return [problem(line, 'The other checks need the database.')];
  }
};

const checkTables = async (config: Config, database: Database, now: number): Promise<Finding[]> => {
  const facts = await readDatabaseFacts(database);
  const findings = await checkDatabase(database, facts);
  if (facts.pendingMigrations > 0) return findings;
  const patient = { config, database, facts, now };
  return [...findings, ...(await checkKey(patient)), ...(await checkSending(patient)), ...(await checkEvents(patient))];
};

/** The limit of the alert PushgraphSinkBehind. */
const LATE_SECONDS = 900;

/** Finds sinks that are behind, and webhooks whose endpoints fail. */
const checkEvents = async ({ config, database, now }: Patient): Promise<Finding[]> => {
  const { sinks, webhooks } = await readEventsOut(database, config.sinks, now);
  const { failing, disabled, waiting } = webhooks;
  return [
    ...sinks
      .filter(({ seconds }) => seconds > LATE_SECONDS)
      .map(({ title, seconds }) =>
        problem(
          `${title} is ${Math.round(seconds / 60)} minutes behind.`,
          'Events wait for seven days at most: see PushgraphSinkBehind in docs/runbook.md.',
        ),
      ),
    ...(failing > 0
      ? [
          note(
            `${failing} webhooks are failing, and ${waiting} requests wait for another attempt.`,
            'The console shows each attempt with its reason; only the account can correct its receiver.',
          ),
        ]
      : []),
    ...(disabled > 0
      ? [
          note(
            `${disabled} webhooks are disabled, because their endpoints kept failing.`,
            'Their accounts see a banner: see PushgraphWebhooksDisabled in docs/runbook.md.',
          ),
        ]
      : []),
  ];
};
