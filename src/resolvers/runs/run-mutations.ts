import { Ctx, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { targetId } from '../../schema/mutations/answer.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { RunType } from './run-types.js';

export const RUNS = defineMutations({
  type: 'Run',
  noun: 'run',
  field: 'run',
  output: () => RunType,
  scope: 'send',
  names: { root: '', places: {} },
});

/** The mutations of runs in progress. */
@Resolver()
export class RunMutations {}

const addRunMutation = (
  name: 'runCancel' | 'runPause' | 'runResume',
  description: string,
  work: (context: GraphContext, id: number) => Promise<boolean>,
): void => {
  const prototype = RunMutations.prototype as unknown as Record<string, unknown>;
  prototype[name] = (context: GraphContext, globalId: string, key?: string | null) =>
    RUNS.create(context, { key, request: [name, globalId] }, async () => {
      const id = targetId({ type: 'Run', noun: 'run', globalId });
      if (!(await work(context, id))) context.skipAudit();
      return { id };
    });
  Ctx()(prototype, name, 0);
  IdArg('run')(prototype, name, 1);
  IdempotencyKey('Any text of up to 255 characters. Repeating the key within 24 hours changes nothing more.')(
    prototype,
    name,
    2,
  );
  Mutation(() => RUNS.Payload, { description: `${description} Requires the scope SEND. Idempotent.` })(
    prototype,
    name,
    {},
  );
};

addRunMutation(
  'runCancel',
  'Cancels a run. Within three seconds no worker starts another request: requests in progress are counted, and messages that were about to be sent or retried end as cancelled; see `Run.settled`. For auto-push only the messages of this run are dropped: the scheduler stays active.',
  ({ services, caller }, id) => services.runs.cancel(caller, id),
);

addRunMutation(
  'runPause',
  'Pauses a run. Within three seconds no worker starts another request: requests in progress are counted, and everything else waits while its time to live continues to elapse. An auto-push run cannot be paused.',
  ({ services, caller }, id) => services.runs.pause(caller, id),
);

addRunMutation('runResume', 'Resumes a paused run at once, where it stopped.', ({ services, caller }, id) =>
  services.runs.resume(caller, id),
);
