import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { systemClock } from '../ports/clock.js';
import { createAccess } from '../services/members/create-access.js';
import { listMembers } from '../services/members/list-members.js';
import { type AddCommands, printJson } from './command.js';
import { readUserId } from './user-commands.js';
import { withDatabase } from './with-database.js';

/** Gives access to the console: to the first admin, or when every member is locked out. */
export const consoleCommands: AddCommands = (program, config) => {
  program
    .command('console')
    .description('The web console')
    .command('link')
    .description('Prints a link that makes its holder an admin, once, within 24 hours. It replaces the previous link')
    .option('--user <id>', 'the user_id of the account; the first one by default')
    .action(async ({ user }: { user?: string }) => {
      const read = config();
      const made = await withDatabase(read, (database) => createLink(database, user));
      printJson({ user_id: made.userId, link: `${originOf(read)}/console/join#${made.token}` });
    });
  program
    .command('member')
    .description('Members, who may use the console')
    .command('list')
    .description('Prints members, of all users or one, as JSON lines: role, how they sign in, when they were last seen')
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

/** The address of the service according to the settings. */
export const originOf = ({ publicUrl, host, port }: Config): string => publicUrl ?? `http://${host}:${port}`;
