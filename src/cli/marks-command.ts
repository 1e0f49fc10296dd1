import { rebuildMarks } from '../services/devices/rebuild-marks.js';
import { type AddCommands, printJson } from './command.js';
import { withDatabase } from './with-database.js';

/** For a database that was changed by hand or restored in parts: the bits follow from the link tables. */
export const marksCommand: AddCommands = (program, config) => {
  program
    .command('rebuild-marks')
    .description("Works out every device's tag and event bits anew from the link tables")
    .action(async () => printJson(await withDatabase(config(), (database) => rebuildMarks(database))));
};
