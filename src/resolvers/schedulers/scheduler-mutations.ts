import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { type SchedulerKind, STORED_KINDS } from '../../entities/scheduler.js';
import { GraphContext } from '../../schema/context.js';
import { answer, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import type { SchedulerInput } from '../../services/schedulers/scheduler-input.js';
import {
  AutoPushSchedulerInput,
  OneTimeSchedulerInput,
  schedulerNames,
  toSchedulerInput,
  WeeklySchedulerInput,
} from './scheduler-inputs.js';
import { SchedulerPayload } from './scheduler-types.js';

const ID_DESCRIPTION = 'Global id of a scheduler of this kind.';

/** What schedulers hold. Their states are in `scheduler-state-mutations.ts`. */
@Resolver()
export class SchedulerMutations {
  @Mutation(() => SchedulerPayload, { description: 'Creates an auto-push scheduler, inactive.' })
  autoPushSchedulerCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => AutoPushSchedulerInput, { description: 'The scheduler.' }) input: AutoPushSchedulerInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<SchedulerPayload> {
    return create(context, { kind: 'auto-push', input, key, convert: () => toSchedulerInput.autoPush(input) });
  }

  @Mutation(() => SchedulerPayload, {
    description: 'Replaces an auto-push scheduler; it keeps its state and its pushes.',
  })
  autoPushSchedulerUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('input', () => AutoPushSchedulerInput, { description: 'The scheduler as it shall be.' })
    input: AutoPushSchedulerInput,
  ): Promise<SchedulerPayload> {
    return update(context, { id, convert: () => toSchedulerInput.autoPush(input) });
  }

  @Mutation(() => SchedulerPayload, { description: 'Creates a one-time scheduler, inactive.' })
  oneTimeSchedulerCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => OneTimeSchedulerInput, { description: 'The scheduler.' }) input: OneTimeSchedulerInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<SchedulerPayload> {
    return create(context, { kind: 'one-time', input, key, convert: () => toSchedulerInput.oneTime(input) });
  }

  @Mutation(() => SchedulerPayload, {
    description: 'Replaces a one-time scheduler; it keeps its state and its pushes.',
  })
  oneTimeSchedulerUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('input', () => OneTimeSchedulerInput, { description: 'The scheduler as it shall be.' })
    input: OneTimeSchedulerInput,
  ): Promise<SchedulerPayload> {
    return update(context, { id, convert: () => toSchedulerInput.oneTime(input) });
  }

  @Mutation(() => SchedulerPayload, { description: 'Creates a weekly scheduler, inactive.' })
  weeklySchedulerCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => WeeklySchedulerInput, { description: 'The scheduler.' }) input: WeeklySchedulerInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<SchedulerPayload> {
    return create(context, { kind: 'weekly', input, key, convert: () => toSchedulerInput.weekly(input) });
  }

  @Mutation(() => SchedulerPayload, { description: 'Replaces a weekly scheduler; it keeps its state and its pushes.' })
  weeklySchedulerUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('input', () => WeeklySchedulerInput, { description: 'The scheduler as it shall be.' })
    input: WeeklySchedulerInput,
  ): Promise<SchedulerPayload> {
    return update(context, { id, convert: () => toSchedulerInput.weekly(input) });
  }
}

interface Wanted {
  /** Inside the mutation, so that what it refuses becomes a user error. */
  convert(): SchedulerInput;
}

const create = (
  context: GraphContext,
  {
    kind,
    input,
    key,
    convert,
  }: Wanted & { readonly kind: SchedulerKind; readonly input: object; readonly key: string | null | undefined },
): Promise<SchedulerPayload> =>
  change(context, () =>
    once(context, { key, request: ['schedulerCreate', STORED_KINDS[kind], input] }, async () => {
      const scheduler = await context.services.schedulers.create(context.caller, convert());
      return scheduler.id;
    }),
  );

const update = (context: GraphContext, { id, convert }: Wanted & { readonly id: string }): Promise<SchedulerPayload> =>
  change(context, async () => {
    const databaseId = targetId({ type: 'Scheduler', noun: 'scheduler', globalId: id });
    await context.services.schedulers.update(context.caller, databaseId, convert());
    return databaseId;
  });

const NAMES = schedulerNames('input');

const change = async (context: GraphContext, work: () => Promise<number>): Promise<SchedulerPayload> => {
  const load = (id: number) => context.loaders.schedulers.load(id);
  const { value, userErrors } = await answer(context, { scope: 'write', names: NAMES, work, load });
  return { scheduler: value, userErrors };
};
