import type { AddCommands } from './command.js';
import { withDatabase } from './with-database.js';

/** The service migrates at every start; this is for those who want it done before. */
export const migrateCommand: AddCommands = (program, config) => {
  program
    .command('migrate')
    .description('Brings the tables of the database up to date')
    .action(async () => {
      await withDatabase(config(), async () => undefined);
      process.stdout.write('The database is up to date.\n');
    });
};
