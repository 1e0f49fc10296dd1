import { systemClock } from '../ports/clock.js';
import { findDevicesOfPerson, isKnownUser, purgeDevices, purgeUser } from '../services/devices/purge-person.js';
import { requireUser } from '../services/users/list-users.js';
import { type AddCommands, groupOf, printJson } from './command.js';
import { confirm, readUserId } from './user-commands.js';
import { withDatabase } from './with-database.js';

interface Flags {
  readonly externalId: string;
  readonly user: string;
  readonly yes: boolean;
}

/** Deletes everything stored about one person, whom the account identifies by its own id. */
export const purgeCommand: AddCommands = (program, config) => {
  groupOf(program, 'user')
    .command('purge')
    .description('Deletes a person: attributes, and devices with their events, tags, receipts and waiting messages')
    .requiredOption('--external-id <id>', 'the external_user_id of the person')
    .requiredOption('--user <id>', 'the user_id of the account')
    .option('--yes', 'skips the confirmation', false)
    .action(async ({ externalId, user, yes }: Flags) => {
      const userId = readUserId(user);
      await withDatabase(config(), async (database) => {
        await requireUser(database, userId);
        const devices = await findDevicesOfPerson(database, { userId, externalId });
        if (!yes && (devices.length > 0 || (await isKnownUser(database, { userId, externalId })))) {
          await confirm({ what: `this person with ${devices.length} devices`, word: String(devices.length) });
        }
        const now = systemClock.now();
        const counts = await purgeDevices(database, { userId, devices, now });
        printJson({ user_id: userId, ...counts, users: await purgeUser(database, { userId, externalId }) });
      });
    });
};
