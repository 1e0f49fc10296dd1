import { Command, CommanderError } from 'commander';
import { buildInfo } from '../build-info.js';
import { EnvReader } from '../config/env-reader.js';
import { readTzdata } from '../config/tzdata.js';
import { judgeStartError } from '../describe-start-error.js';
import { AppError } from '../errors.js';
import { readConfig } from '../read-config.js';
import { zoneRules } from '../schedule/zone-rules.js';
import { backupCommands } from './backup-commands.js';
import { capacityCommand } from './capacity/capacity-command.js';
import { consoleCommands } from './console-commands.js';
import { marksCommand, masterKeyCommands, migrateCommand } from './database-commands.js';
import { deviceCommands } from './devices/device-commands.js';
import { doctorCommand } from './doctor/doctor-command.js';
import { keyCommands } from './key-commands.js';
import { memberCommands } from './member-commands.js';
import { openZoneData } from './open-zone-data.js';
import { logLevelCommand, maintenanceCommand } from './operator-commands.js';
import { purgeCommand } from './purge-command.js';
import { runCommands } from './run-commands.js';
import { schemaCommands } from './schema-commands.js';
import { statusCommand } from './status/status-command.js';
import { userCommands } from './user-commands.js';
import { vitessCommands } from './vitess-commands.js';

/** Every command is a function that adds itself to the program. */
const COMMANDS = [
  statusCommand,
  doctorCommand,
  keyCommands,
  userCommands,
  purgeCommand,
  consoleCommands,
  memberCommands,
  runCommands,
  maintenanceCommand,
  logLevelCommand,
  deviceCommands,
  migrateCommand,
  backupCommands,
  masterKeyCommands,
  marksCommand,
  schemaCommands,
  capacityCommand,
  vitessCommands,
] as const;

const createProgram = (version: string): Command => {
  const program = new Command('pushgraph')
    .description('Command line of the pushgraph push-notification service. It reads the same environment variables.')
    .version(version)
    .showHelpAfterError('(see --help)')
    .exitOverride();
  for (const addTo of COMMANDS) addTo(program, () => readConfig(process.env));
  return program;
};

/** For example `pushgraph 0.9.0 (e579b31c0ffe), Node.js v20.20.2, time-zone data 2025c`. */
const describeVersion = async (): Promise<string> => {
  await openZoneData(readTzdata(new EnvReader(process.env)));
  const { version, commit } = buildInfo();
  return `pushgraph ${version} (${commit}), Node.js ${process.version}, time-zone data ${zoneRules().release}`;
};

/** Commander has already printed its own message; other errors become one line. */
const report = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode;
  const line = error instanceof AppError ? error.message : judgeStartError(error).line;
  process.stderr.write(`${line}\n`);
  return 1;
};

const isVersionAsked = (words: readonly string[]): boolean => words.includes('--version') || words.includes('-V');

const run = async (): Promise<void> => {
  const version = isVersionAsked(process.argv) ? await describeVersion() : '';
  await createProgram(version).parseAsync(process.argv);
};

void run().catch((error: unknown) => {
  process.exitCode = report(error);
});
