import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { answer, targetId } from '../../schema/mutations/answer.js';
import { once } from '../../schema/mutations/once.js';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import { RunPayload } from './run-types.js';

const ID_DESCRIPTION = 'Global id of the run.';
const KEY_DESCRIPTION =
  'Any text of up to 255 characters: a repetition with the same key within 24 hours changes nothing more.';

/** What their owner does to runs that are under way. */
@Resolver()
export class RunMutations {
  @Mutation(() => RunPayload, {
    description:
      'Cancels a run. Within three seconds no worker starts another request: requests on the wire are counted, and ' +
      'messages that were about to be sent or waited for another try end as cancelled; see `Run.settled`. For an ' +
      'auto-push run only these messages are dropped: its scheduler continues. Needs the scope SEND. Idempotent.',
  })
  runCancel(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('idempotencyKey', () => String, { nullable: true, description: KEY_DESCRIPTION }) key?: string | null,
  ): Promise<RunPayload> {
    const { runs } = context.services;
    return change(context, { name: 'runCancel', id, key, work: (number) => runs.cancel(context.caller, number) });
  }

  @Mutation(() => RunPayload, {
    description:
      'Pauses a run. Within three seconds no worker starts another request: requests on the wire are counted, and ' +
      'everything else waits, while its time to live keeps running. An auto-push run cannot be paused. Needs the scope SEND. Idempotent.',
  })
  runPause(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('idempotencyKey', () => String, { nullable: true, description: KEY_DESCRIPTION }) key?: string | null,
  ): Promise<RunPayload> {
    const { runs } = context.services;
    return change(context, { name: 'runPause', id, key, work: (number) => runs.pause(context.caller, number) });
  }

  @Mutation(() => RunPayload, {
    description: 'Lets a paused run go on where it stopped, at once. Needs the scope SEND. Idempotent.',
  })
  runResume(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('idempotencyKey', () => String, { nullable: true, description: KEY_DESCRIPTION }) key?: string | null,
  ): Promise<RunPayload> {
    const { runs } = context.services;
    return change(context, { name: 'runResume', id, key, work: (number) => runs.resume(context.caller, number) });
  }
}

const NAMES: FieldNames = { root: '', places: {} };

interface Wanted {
  readonly name: 'runCancel' | 'runPause' | 'runResume';
  readonly id: string;
  readonly key: string | null | undefined;
  work(id: number): Promise<void>;
}

const change = async (context: GraphContext, { name, id: globalId, key, work }: Wanted): Promise<RunPayload> => {
  const { value, userErrors } = await answer(context, {
    scope: 'send',
    names: NAMES,
    work: () =>
      once(context, { key, request: [name, globalId] }, async () => {
        const id = targetId({ type: 'Run', noun: 'run', globalId });
        await work(id);
        return id;
      }),
    load: (id) => context.loaders.runs.load(id),
  });
  return { run: value, userErrors };
};
