import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { badInput } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { once } from '../../schema/mutations/once.js';
import { clip } from '../../text/characters.js';
import { SCHEDULERS } from './scheduler-types.js';

/** The mutations that schedulers of all kinds have. */
@Resolver()
export class SchedulerStateMutations {
  @Mutation(() => SCHEDULERS.Payload, {
    description:
      'Activates a scheduler: it sends at its times, or after its events. Requires the scope SEND. Idempotent.',
  })
  schedulerActivate(
    @Ctx() context: GraphContext,
    @IdArg('scheduler') id: string,
    @IdempotencyKey(
      'Any text of up to 255 characters. Repeating the key within 24 hours changes nothing, even if the scheduler was deactivated in between.',
    )
    key?: string | null,
    @Arg('startNow', () => Boolean, {
      defaultValue: false,
      description:
        'For a one-time scheduler: if its time passed at most 60 seconds ago, sends at once instead of refusing.',
    })
    startNow = false,
  ) {
    const { schedulers } = context.services;
    const activate = async (number: number): Promise<number> => {
      await schedulers.activate(context.caller, number, { startNow });
      return number;
    };
    const request = ['schedulerActivate', id, ...(startNow ? ['startNow'] : [])];
    return SCHEDULERS.change(context, { id, scope: 'send' }, (number) =>
      once(context, { key, request }, () => activate(number)),
    );
  }

  @Mutation(() => SCHEDULERS.Payload, {
    description: 'Binds exactly these pushes, to be sent in this order. Pushes that were bound before are unbound.',
  })
  schedulerBindPushes(
    @Ctx() context: GraphContext,
    @IdArg('scheduler') id: string,
    @Arg('pushIds', () => [ID], { description: 'Global ids of active pushes that are not bound to another scheduler.' })
    pushIds: string[],
  ) {
    return SCHEDULERS.change(context, { id }, async (schedulerId) =>
      context.services.bindings.bind(context.caller, { schedulerId, pushIds: toPushIds(pushIds) }),
    );
  }
}

SCHEDULERS.addChange(SchedulerStateMutations, 'schedulerDeactivate', {
  description: 'Deactivates a scheduler and stops its runs in progress. Idempotent.',
  work: ({ services, caller }, id) => services.schedulers.deactivate(caller, id),
});

SCHEDULERS.addChange(SchedulerStateMutations, 'schedulerArchive', {
  description: 'Archives and deactivates a scheduler. Idempotent.',
  work: ({ services, caller }, id) => services.schedulers.archive(caller, id),
});

SCHEDULERS.addChange(SchedulerStateMutations, 'schedulerUnarchive', {
  description: 'Restores an archived scheduler. It stays inactive. Idempotent.',
  work: ({ services, caller }, id) => services.schedulers.unarchive(caller, id),
});

SCHEDULERS.addDeletion(SchedulerStateMutations, 'schedulerDelete', {
  description: 'Deletes a scheduler with all pushes bound to it. Its runs are kept as history. Irreversible.',
  work: ({ services, caller }, id) => services.schedulers.delete(caller, id),
});

const toPushIds = (globalIds: readonly string[]): number[] =>
  globalIds.map((globalId, index) => {
    const id = databaseIdOf('Push', globalId);
    if (id !== null) return id;
    const message = `\`push_ids\` contains "${clip(globalId, 64)}", which is not the id of a push.`;
    throw badInput(`push_ids[${index}]`, message, 'NOT_FOUND');
  });
