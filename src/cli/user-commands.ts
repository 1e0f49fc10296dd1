import { createInterface } from 'node:readline/promises';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { purgeDeletedUsers } from '../delivery/upkeep/purge-users.js';
import { badInput } from '../errors.js';
import { systemClock } from '../ports/clock.js';
import { listKeys, listUsers, requireUser } from '../services/users/list-users.js';
import { limitUser } from '../services/users/user-limits.js';
import { UserService } from '../services/users/user-service.js';
import { type AddCommands, groupOf, printJson, readCount } from './command.js';
import { withDatabase } from './with-database.js';

/** Commands for incidents. Added to the commands that create users and keys. */
export const userCommands: AddCommands = (program, config) => {
  const withUsers = <T>(work: (users: UserService, database: Database) => Promise<T>): Promise<T> =>
    withDatabase(config(), (database) => work(createUsers(database, config()), database));
  const user = groupOf(program, 'user');
  user
    .command('list')
    .description('Prints every user as a JSON line: state, applications and valid keys')
    .action(() => withUsers(async (_users, database) => printAll(await listUsers(database, systemClock.now()))));
  user
    .command('suspend')
    .description('Refuses the keys of a user and stops its sending in every process, until it is resumed')
    .argument('<user>', 'the user_id')
    .action((text: string) => change(text, 'suspended', (id) => withUsers((users) => users.suspend(id, 'operator'))));
  user
    .command('resume')
    .description('Resumes a suspended user')
    .argument('<user>', 'the user_id')
    .action((text: string) => change(text, 'active', (id) => withUsers((users) => users.resume(id, 'operator'))));
  user
    .command('limit')
    .description('Limits the messages per minute and devices of a user; prints both limits without options')
    .argument('<user>', 'the user_id')
    .option('--messages-per-minute <n>', 'a number, or none')
    .option('--devices <n>', 'a number, or none')
    .action(async (text: string, flags: { messagesPerMinute?: string; devices?: string }) => {
      const id = readUserId(text);
      const changes = {
        messagesPerMinute: readLimit('messages-per-minute', flags.messagesPerMinute),
        maxDevices: readLimit('devices', flags.devices),
      };
      const limits = await withDatabase(config(), (database) => limitUser(database, id, changes));
      printJson({ user_id: id, messages_per_minute: limits.messagesPerMinute, max_devices: limits.maxDevices });
    });
  user
    .command('delete')
    .description('Deletes a user and everything that belongs to it, in short steps. This cannot be undone')
    .argument('<user>', 'the user_id')
    .option('--yes', 'skips the confirmation', false)
    .action(async (text: string, { yes }: { yes: boolean }) => {
      const id = readUserId(text);
      if (!yes) await confirm({ what: `user ${id} and everything that belongs to it`, word: String(id) });
      await withUsers(async (users, database) => {
        await users.delete(id, null);
        await purgeDeletedUsers(database, new AbortController().signal);
      });
      printJson({ user_id: id, state: 'deleted' });
    });
  groupOf(program, 'key')
    .command('list')
    .description('Prints API keys, of all users or one, as JSON lines: state, scopes, and which key made each')
    .argument('[user]', 'the user_id')
    .action((text: string | undefined) => {
      const id = text === undefined ? null : readUserId(text);
      return withUsers(async (_users, database) => {
        if (id !== null) await requireUser(database, id);
        printAll(await listKeys(database, id, systemClock.now()));
      });
    });
};

export const readUserId = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw badInput('user', 'USER is the number that "user create" printed as user_id.');
};

/** undefined leaves it unchanged; null removes the limit. */
const readLimit = (option: string, text: string | undefined): number | null | undefined => {
  if (text === undefined) return undefined;
  return text === 'none' ? null : readCount(option, text, { min: 1, max: 1_000_000_000 });
};

const createUsers = (database: Database, { delivery }: Config): UserService =>
  new UserService({ database, clock: systemClock, jobs: null, graceMs: delivery.graceMs });

const change = async (text: string, state: string, work: (id: number) => Promise<void>): Promise<void> => {
  const id = readUserId(text);
  await work(id);
  printJson({ user_id: id, state });
};

const printAll = (rows: readonly object[]): void => {
  for (const row of rows) printJson(row);
};

/** @param word what the operator must type to confirm. */
export const confirm = async ({ what, word }: { what: string; word: string }): Promise<void> => {
  if (!process.stdin.isTTY) throw badInput('yes', 'There is no terminal to confirm this; pass --yes to delete.');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`Delete ${what}? Type ${word}: `);
  lines.close();
  if (answer.trim() !== word) throw badInput('yes', 'Nothing was deleted.');
};
