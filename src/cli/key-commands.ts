import { FULL_SCOPES, SCOPES } from '../entities/api-key.js';
import { systemClock } from '../ports/clock.js';
import { KeyService, type NewKey } from '../services/keys/key-service.js';
import { checkName } from '../services/rules/text-rules.js';
import { Violations } from '../services/rules/violations.js';
import { type AddCommands, printJson } from './command.js';
import { readUserId } from './user-commands.js';
import { withDatabase } from './with-database.js';

/** Users and their API keys. A key is printed once, when it is created. */
export const keyCommands: AddCommands = (program, config) => {
  const withKeys = <T>(work: (keys: KeyService) => Promise<T>): Promise<T> =>
    withDatabase(config(), (database) => work(new KeyService(database, systemClock)));

  const user = program.command('user').description('Users of the service');
  user
    .command('create')
    .description('Creates a user and a first API key that may do everything')
    .argument('<name>', 'the name of the user')
    .action(async (name: string) => printKey(await withKeys((keys) => keys.createUser(readName(name)))));

  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('Creates another API key for a user')
    .argument('<user>', 'the user_id')
    .option(
      '--scopes <list>',
      `the scopes of the key, separated by commas: ${SCOPES.join(', ')}`,
      FULL_SCOPES.join(','),
    )
    .action(async (userId: string, { scopes }: { scopes: string }) => {
      const id = readUserId(userId);
      printKey(await withKeys((keys) => keys.createKey(id, scopes.split(','))));
    });
  key
    .command('revoke')
    .description('Revokes an API key at once')
    .argument('<prefix>', 'its first characters, at least 8')
    .option('--descendants', 'also revokes every key created with it; use this if the key has leaked', false)
    .action(async (prefix: string, options: { descendants: boolean }) => {
      const { key: revoked, ended } = await withKeys((keys) => keys.revokeKey(prefix, options));
      printJson({ user_id: revoked.userId, prefix: revoked.prefix, revoked: true, ended });
    });
};

const readName = (text: string): string => {
  const violations = new Violations();
  const name = checkName(violations, 'name', text);
  violations.throwIfAny();
  return name;
};

const printKey = ({ userId, apiKey }: NewKey): void => printJson({ user_id: userId, api_key: apiKey });
