import { Command, CommanderError } from 'commander';
import { readConfig } from '../config/read-config.js';
import { describeStartError } from '../describe-start-error.js';
import { AppError } from '../errors.js';
import { deviceCommands } from './devices/device-commands.js';
import { keyCommands } from './key-commands.js';
import { marksCommand } from './marks-command.js';
import { masterKeyCommands } from './master-key-commands.js';
import { migrateCommand } from './migrate-command.js';
import { schemaCommands } from './schema-commands.js';

/** Every command; each is a function that adds itself to the program. */
const COMMANDS = [
  keyCommands,
  deviceCommands,
  migrateCommand,
  masterKeyCommands,
  marksCommand,
  schemaCommands,
] as const;

const createProgram = (): Command => {
  const program = new Command('pushgraph')
    .description('Command line of the pushgraph push-notification service. It reads the same environment variables.')
    .showHelpAfterError('(--help tells more)')
    .exitOverride();
  for (const addTo of COMMANDS) addTo(program, () => readConfig(process.env));
  return program;
};

/** Commander has already written its own message; everything else becomes one line. */
const report = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode;
  const line = error instanceof AppError ? error.message : describeStartError(error);
  process.stderr.write(`${line}\n`);
  return 1;
};

process.exitCode = await createProgram()
  .parseAsync(process.argv)
  .then(() => 0, report);
