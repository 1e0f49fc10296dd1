import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { Scope } from '../../entities/api-key.js';
import { badInput } from '../../errors.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { answer, answerDeletion, DeletePayload, type Target, targetId } from '../../schema/mutations/answer.js';
import { once } from '../../schema/mutations/once.js';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import { clip } from '../../text/characters.js';
import { SchedulerPayload } from './scheduler-types.js';

const ID_DESCRIPTION = 'Global id of the scheduler.';

/** What happens to schedulers of all kinds. */
@Resolver()
export class SchedulerStateMutations {
  @Mutation(() => SchedulerPayload, {
    description: 'From now on it sends when its time comes. Needs the scope SEND. Idempotent.',
  })
  schedulerActivate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description:
        'Any text of up to 255 characters: a repetition with the same key within 24 hours changes nothing, also if it has been deactivated since.',
    })
    key?: string | null,
    @Arg('startNow', () => Boolean, {
      defaultValue: false,
      description:
        'For a one-time scheduler: if its moment is at most 60 seconds in the past, it is sent at once instead of being refused.',
    })
    startNow = false,
  ): Promise<SchedulerPayload> {
    const { schedulers } = context.services;
    const activate = async (number: number): Promise<number> => {
      await schedulers.activate(context.caller, number, { startNow });
      return number;
    };
    const request = ['schedulerActivate', id, ...(startNow ? ['startNow'] : [])];
    const work = (number: number) => once(context, { key, request }, () => activate(number));
    return change(context, { id, scope: 'send', work });
  }

  @Mutation(() => SchedulerPayload, { description: 'Sending stops, runs under way too. Idempotent.' })
  schedulerDeactivate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<SchedulerPayload> {
    const { schedulers } = context.services;
    return change(context, { id, work: (number) => schedulers.deactivate(context.caller, number) });
  }

  @Mutation(() => SchedulerPayload, { description: 'Archives a scheduler, which deactivates it. Idempotent.' })
  schedulerArchive(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<SchedulerPayload> {
    const { schedulers } = context.services;
    return change(context, { id, work: (number) => schedulers.archive(context.caller, number) });
  }

  @Mutation(() => SchedulerPayload, { description: 'Restores a scheduler; it stays inactive. Idempotent.' })
  schedulerUnarchive(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<SchedulerPayload> {
    const { schedulers } = context.services;
    return change(context, { id, work: (number) => schedulers.unarchive(context.caller, number) });
  }

  @Mutation(() => SchedulerPayload, {
    description: 'Binds exactly these pushes, to be sent in this order; what was bound before is unbound.',
  })
  schedulerBindPushes(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('pushIds', () => [ID], { description: 'Global ids of active pushes that no other scheduler has.' })
    pushIds: string[],
  ): Promise<SchedulerPayload> {
    const work = (schedulerId: number) =>
      context.services.bindings.bind(context.caller, { schedulerId, pushIds: toPushIds(pushIds) });
    return change(context, { id, work });
  }

  @Mutation(() => DeletePayload, {
    description: 'Deletes a scheduler with all its bound pushes; its runs stay as history. Irreversible.',
  })
  schedulerDelete(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<DeletePayload> {
    const work = (number: number) => context.services.schedulers.delete(context.caller, number);
    return answerDeletion(context, { names: NAMES, target: toTarget(id), work });
  }
}

const NAMES: FieldNames = { root: '', places: {} };

const toTarget = (globalId: string): Target => ({ type: 'Scheduler', noun: 'scheduler', globalId });

const toPushIds = (globalIds: readonly string[]): number[] =>
  globalIds.map((globalId, index) => {
    const id = databaseIdOf('Push', globalId);
    if (id !== null) return id;
    throw badInput(
      `push_ids[${index}]`,
      `\`push_ids\` has "${clip(globalId, 64)}", which is no id of a push.`,
      'NOT_FOUND',
    );
  });

interface StateChange {
  readonly id: string;
  readonly scope?: Scope;
  work(id: number): Promise<unknown>;
}

const change = async (
  context: GraphContext,
  { id: globalId, scope = 'write', work }: StateChange,
): Promise<SchedulerPayload> => {
  const { value, userErrors } = await answer(context, {
    scope,
    names: NAMES,
    work: async () => {
      const id = targetId(toTarget(globalId));
      await work(id);
      return id;
    },
    load: (id) => context.loaders.schedulers.load(id),
  });
  return { scheduler: value, userErrors };
};
