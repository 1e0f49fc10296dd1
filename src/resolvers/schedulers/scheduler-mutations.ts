import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { type SchedulerKind, STORED_KINDS } from '../../entities/scheduler.js';
import { GraphContext } from '../../schema/context.js';
import { IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import type { SchedulerInput } from '../../services/schedulers/scheduler-input.js';
import {
  AutoPushSchedulerInput,
  OneTimeSchedulerInput,
  schedulerNames,
  toSchedulerInput,
  WeeklySchedulerInput,
} from './scheduler-inputs.js';
import { SCHEDULERS } from './scheduler-types.js';

interface KindDefinition {
  readonly kind: SchedulerKind;
  /** Begins the names of its mutations. */
  readonly prefix: string;
  /** Names the kind in descriptions, with an article. */
  readonly noun: string;
  readonly Input: new () => object;
  /** Called inside the mutation, so that its refusals become user errors. */
  toInput(input: never): SchedulerInput;
}

const KINDS: readonly KindDefinition[] = [
  {
    kind: 'auto-push',
    prefix: 'autoPush',
    noun: 'an auto-push scheduler',
    Input: AutoPushSchedulerInput,
    toInput: toSchedulerInput.autoPush,
  },
  {
    kind: 'one-time',
    prefix: 'oneTime',
    noun: 'a one-time scheduler',
    Input: OneTimeSchedulerInput,
    toInput: toSchedulerInput.oneTime,
  },
  {
    kind: 'weekly',
    prefix: 'weekly',
    noun: 'a weekly scheduler',
    Input: WeeklySchedulerInput,
    toInput: toSchedulerInput.weekly,
  },
];

const NAMES = schedulerNames('input');

/** The mutations that create and replace schedulers: two for each kind. */
@Resolver()
export class SchedulerMutations {}

const prototype = SchedulerMutations.prototype as unknown as Record<string, unknown>;

const addCreation = ({ kind, prefix, noun, Input, toInput }: KindDefinition): void => {
  const name = `${prefix}SchedulerCreate`;
  prototype[name] = (context: GraphContext, input: never, key?: string | null) => {
    const request = ['schedulerCreate', STORED_KINDS[kind], input];
    const create = async () => context.services.schedulers.create(context.caller, toInput(input));
    return SCHEDULERS.create(context, { key, request }, create, { names: NAMES });
  };
  Ctx()(prototype, name, 0);
  Arg('input', () => Input, { description: 'The scheduler.' })(prototype, name, 1);
  IdempotencyKey()(prototype, name, 2);
  Mutation(() => SCHEDULERS.Payload, { description: `Creates ${noun}. It is inactive.` })(prototype, name, {});
};

const addUpdate = ({ prefix, noun, Input, toInput }: KindDefinition): void => {
  const name = `${prefix}SchedulerUpdate`;
  prototype[name] = (context: GraphContext, id: string, input: never) =>
    SCHEDULERS.change(context, { id, names: NAMES }, async (number) =>
      context.services.schedulers.update(context.caller, number, toInput(input)),
    );
  Ctx()(prototype, name, 0);
  IdArg('scheduler, which must be of this kind')(prototype, name, 1);
  Arg('input', () => Input, { description: 'The new scheduler.' })(prototype, name, 2);
  const description = `Replaces every field of ${noun}. Its state and its pushes stay.`;
  Mutation(() => SCHEDULERS.Payload, { description })(prototype, name, {});
};

for (const kind of KINDS) {
  addCreation(kind);
  addUpdate(kind);
}
