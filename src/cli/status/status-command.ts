import type { Config } from '../../config/config.js';
import { systemClock } from '../../ports/clock.js';
import { type AddCommands, printJson } from '../command.js';
import { openZoneData } from '../open-zone-data.js';
import { withOpenDatabase } from '../with-database.js';
import { describeStatus } from './describe-status.js';
import { readStatus, type Status } from './read-status.js';

/** Adds `status`, which shows at a glance how the service is doing. */
export const statusCommand: AddCommands = (program, config) => {
  program
    .command('status')
    .description('Prints the version, the database, jobs, providers, the backlog and the last errors. Changes nothing')
    .option('--json', 'one JSON line for programs', false)
    .action(async ({ json }: { json: boolean }) => {
      const status = await read(config());
      if (json) printJson(status);
      else process.stdout.write(describeStatus(status));
    });
};

const read = async (config: Config): Promise<Status> => {
  await openZoneData(config.tzdata);
  return withOpenDatabase(config, (database) => readStatus(config, database, systemClock.now()));
};
