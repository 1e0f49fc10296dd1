import type { Command } from 'commander';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { systemClock } from '../ports/clock.js';
import { type Caller, operatorOf } from '../services/caller.js';
import { createAccess } from '../services/members/create-access.js';
import { findMember } from '../services/members/list-members.js';
import { type AddCommands, groupOf, printJson } from './command.js';
import { originOf } from './console-commands.js';
import { withDatabase } from './with-database.js';

/** Lets the operator reset and remove members. Added to the command that lists them. */
export const memberCommands: AddCommands = (program, config) => {
  const member = groupOf(program, 'member');
  addReset(member, config);
  addRemove(member, config);
};

const WHO = 'the member_id that "member list" prints, or the e-mail address';

const addReset = (member: Command, config: () => Config): void => {
  member
    .command('reset')
    .description('Prints a link for a member to set a new password, once, within 7 days. It replaces earlier links')
    .argument('<member>', WHO)
    .action(async (text: string) => {
      const read = config();
      const reset = await change(read, text, async ({ caller, memberId, access }) => {
        const { token } = await access.members.renewLink(caller, memberId);
        access.audit.note(caller, { action: 'memberInviteRenew', node: { type: 'Member', id: memberId } }, null);
        return { member_id: memberId, link: `${originOf(read)}/console/join#${token}` };
      });
      printJson(reset);
    });
};

const addRemove = (member: Command, config: () => Config): void => {
  member
    .command('remove')
    .description("Removes a member at once, with the member's sessions, links and API keys")
    .argument('<member>', WHO)
    .option('--keep-keys', 'keeps the API keys that the member created', false)
    .action(async (text: string, { keepKeys }: { keepKeys: boolean }) => {
      const removed = await change(config(), text, async ({ caller, memberId, name, access }) => {
        const keyIds = await access.members.remove(caller, memberId, { keepKeys });
        access.audit.note(caller, { action: 'memberRemove', node: { type: 'Member', id: memberId }, name }, null);
        return { member_id: memberId, state: 'removed', [keepKeys ? 'keys_kept' : 'keys_revoked']: keyIds.length };
      });
      printJson(removed);
    });
};

interface Target {
  readonly caller: Caller;
  readonly memberId: number;
  readonly name: string;
  readonly access: ReturnType<typeof createAccess>;
}

const change = <T>(config: Config, text: string, work: (target: Target) => Promise<T>): Promise<T> =>
  withDatabase(config, async (database: Database) => {
    const { userId, id, name } = await findMember(database, text);
    const access = createAccess({ database, clock: systemClock });
    const result = await work({ caller: operatorOf(userId), memberId: id, name, access });
    await access.audit.flush();
    return result;
  });
