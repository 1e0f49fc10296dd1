import { systemClock } from '../ports/clock.js';
import { findDevicesOfPerson, purgeDevices } from '../services/devices/purge-person.js';
import { type AddCommands, groupOf, printJson } from './command.js';
import { confirm, readUserId } from './user-commands.js';
import { withDatabase } from './with-database.js';

interface Flags {
  readonly externalId: string;
  readonly user: string;
  readonly yes: boolean;
}

/** Deletes what is stored about one person, whom the account knows by an id of its own. */
export const purgeCommand: AddCommands = (program, config) => {
  groupOf(program, 'user')
    .command('purge')
    .description('Deletes the devices of a person with their events, tags, receipts and waiting messages')
    .requiredOption('--external-id <id>', 'the external_user_id of the person')
    .requiredOption('--user <id>', 'the user_id of the account')
    .option('--yes', 'does not ask', false)
    .action(async ({ externalId, user, yes }: Flags) => {
      const userId = readUserId(user);
      await withDatabase(config(), async (database) => {
        const devices = await findDevicesOfPerson(database, { userId, externalId });
        if (!yes && devices.length > 0) {
          await confirm({ what: `${devices.length} devices of this person`, word: String(devices.length) });
        }
        printJson({ user_id: userId, ...(await purgeDevices(database, { userId, devices, now: systemClock.now() })) });
      });
    });
};
