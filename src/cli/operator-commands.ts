import { type Config, LOG_LEVELS } from '../config/config.js';
import type { Database } from '../database/database.js';
import { badInput } from '../errors.js';
import { systemClock } from '../ports/clock.js';
import {
  beginMaintenance,
  changeOperatorSetting,
  type LogLevel,
  readOperatorSettings,
} from '../services/operations/operator-settings.js';
import { type AddCommands, printJson } from './command.js';
import { withDatabase } from './with-database.js';

/** Stops all sending and every write, for work on the database or a provider. */
export const maintenanceCommand: AddCommands = (program, config) => {
  program
    .command('maintenance')
    .description('Stops sending and refuses writes with 503 in every process within three seconds; off ends it')
    .argument('[state]', 'on or off; prints the current state if omitted')
    .option('--reason <text>', 'the reason, shown to people who are refused')
    .action((state: string | undefined, { reason = null }: { reason?: string | null }) => {
      if (state !== undefined && state !== 'on' && state !== 'off') throw badInput('state', 'Say on or off.');
      if (reason !== null && state !== 'on')
        throw badInput('reason', '--reason needs on, such as maintenance on --reason "a new disk".');
      return withDatabase(config(), async (database) => {
        if (state !== undefined) await setMaintenance(database, state === 'on', reason);
        printJson({ maintenance: (await readOperatorSettings(database)).maintenance });
      });
    });
};

/** Idempotent: maintenance that is already on keeps its start time, and its reason unless another is given. */
const setMaintenance = async (database: Database, isOn: boolean, reason: string | null): Promise<void> => {
  const now = systemClock.now();
  const { maintenance } = await readOperatorSettings(database);
  const begun = {
    ...beginMaintenance(now, reason ?? maintenance?.reason ?? null),
    ...(maintenance && { since: maintenance.since }),
  };
  await changeOperatorSetting(database, { name: 'maintenance', value: isOn ? begun : null, now });
};

/** Changes the log level of running processes without a restart. */
export const logLevelCommand: AddCommands = (program, config) => {
  program
    .command('log-level')
    .description('Changes the log level of every running process within three seconds')
    .argument('[level]', `${LOG_LEVELS.join(', ')}, or default for LOG_LEVEL; prints the current level if omitted`)
    .option('--for <duration>', 'how long it applies: 30s, 10m, 2h')
    .action(async (level: string | undefined, flags: { for?: string }) => {
      const isLevel = level !== undefined && level !== 'default';
      if (flags.for !== undefined && !isLevel)
        throw badInput('for', '--for needs a level, such as log-level debug --for 10m.');
      const value = level === undefined ? undefined : readLevel(level, flags.for);
      const settings = config();
      await withDatabase(settings, async (database) => {
        const now = systemClock.now();
        if (value !== undefined) await changeOperatorSetting(database, { name: 'logLevel', value, now });
        printJson(await describeLevel(database, settings));
      });
    });
};

const describeLevel = async (database: Database, { logLevel: byDefault }: Config) => {
  const { logLevel } = await readOperatorSettings(database);
  const isOver = logLevel?.until != null && logLevel.until <= systemClock.now();
  if (logLevel === null || isOver) return { log_level: byDefault, until: null };
  return { log_level: logLevel.level, until: logLevel.until === null ? null : new Date(logLevel.until).toISOString() };
};

const readLevel = (text: string, duration: string | undefined): { level: LogLevel; until: number | null } | null => {
  if (text === 'default') return null;
  const level = LOG_LEVELS.find((known) => known === text);
  if (!level) throw badInput('level', `The level must be one of ${LOG_LEVELS.join(', ')}, or default.`);
  return { level, until: duration === undefined ? null : systemClock.now() + readDuration(duration) };
};

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

const readDuration = (text: string): number => {
  const [, count, unit] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  if (count && unit) return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
  throw badInput('for', '--for must be a number with s, m or h, such as 10m.');
};
