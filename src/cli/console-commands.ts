import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { systemClock } from '../ports/clock.js';
import { createAccess } from '../services/members/create-access.js';
import { listMembers } from '../services/members/list-members.js';
import { type AddCommands, printJson } from './command.js';
import { readUserId } from './user-commands.js';
import { withDatabase } from './with-database.js';

/** Who comes into the console: for the first admin, and where everybody is locked out. */
export const consoleCommands: AddCommands = (program, config) => {
  program
    .command('console')
    .description('The console, for people')
    .command('link')
    .description(
      'Prints a link that makes an admin of whoever opens it: good once, for 24 hours. It ends the one before',
    )
    .option('--user <id>', 'the user_id of the account; left out: the first one')
    .action(async ({ user }: { user?: string }) => {
      const read = config();
      const made = await withDatabase(read, (database) => createLink(database, user));
      printJson({ user_id: made.userId, link: `${originOf(read)}/console/join#${made.token}` });
    });
  program
    .command('member')
    .description('People who may come into the console')
    .command('list')
    .description(
      'Prints every member as a JSON line, or those of one user: role, how they sign in, when they were seen',
    )
    .argument('[user]', 'the user_id')
    .action((text: string | undefined) => {
      const userId = text === undefined ? null : readUserId(text);
      return withDatabase(config(), async (database) => {
        for (const line of await listMembers(database, userId)) printJson(line);
      });
    });
};

const createLink = async (database: Database, user: string | undefined) => {
  const { audit, invitations } = createAccess({ database, clock: systemClock });
  const made = await invitations.createForAdmin(user === undefined ? null : readUserId(user));
  await audit.flush();
  return made;
};

/** Where the service listens, as far as the settings say it. */
export const originOf = ({ publicUrl, host, port }: Config): string => publicUrl ?? `http://${host}:${port}`;
