import { loadKeyring } from '../crypto/load-master-key.js';
import { systemClock } from '../ports/clock.js';
import { rebuildMarks } from '../services/devices/rebuild-marks.js';
import { checkMasterKey, resealAll } from '../services/keys/master-key.js';
import { type AddCommands, printJson } from './command.js';
import { withDatabase } from './with-database.js';

/** For a database that was changed by hand or restored in parts: the bits follow from the link tables. */
export const marksCommand: AddCommands = (program, config) => {
  program
    .command('rebuild-marks')
    .description("Works out every device's tag and event bits anew from the link tables")
    .action(async () => printJson(await withDatabase(config(), (database) => rebuildMarks(database))));
};

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

/** The change from one master key to the next. */
export const masterKeyCommands: AddCommands = (program, config) => {
  program
    .command('master-key')
    .description('The key that seals credentials')
    .command('reseal')
    .description(
      'Seals everything anew with MASTER_KEY that MASTER_KEY_PREVIOUS opens, beside a living service. Run it again if it broke off',
    )
    .action(async () => {
      const settings = config();
      const keyring = await loadKeyring(settings);
      const result = await withDatabase(settings, async (database) => {
        await checkMasterKey(database, keyring, systemClock.now());
        return resealAll(database, keyring, (count) => process.stderr.write(`${count} sealed anew\n`));
      });
      for (const what of result.unreadable) {
        process.stderr.write(`${what}: neither key opens it; set its credentials anew.\n`);
      }
      printJson({ resealed: result.resealed, unreadable: result.unreadable.length });
    });
};
