import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { answer, answerDeletion, DeletePayload, type Target, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import { CustomEventPayload } from './event-types.js';

@InputType({ description: 'A custom event; an update replaces all of it.' })
export class CustomEventInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => String, {
    description: '1 to 64 letters, digits and underscores; no other event of yours, nor of the system, has it.',
  })
  code!: string;
}

const ID_DESCRIPTION = 'Global id of the custom event.';

@Resolver()
export class CustomEventMutations {
  @Mutation(() => CustomEventPayload, { description: 'Creates a custom event, active.' })
  customEventCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => CustomEventInput, { description: 'The custom event.' }) input: CustomEventInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<CustomEventPayload> {
    const create = async () => (await context.services.customEvents.create(context.caller, input)).id;
    return change(context, () => once(context, { key, request: ['customEventCreate', input] }, create));
  }

  @Mutation(() => CustomEventPayload, {
    description: 'Replaces name and code of a custom event; schedulers that name it go on meaning it.',
  })
  customEventUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('input', () => CustomEventInput, { description: 'The custom event as it shall be.' }) input: CustomEventInput,
  ): Promise<CustomEventPayload> {
    const { customEvents } = context.services;
    return changeById(context, id, (databaseId) => customEvents.update(context.caller, databaseId, input));
  }

  @Mutation(() => CustomEventPayload, { description: 'From now on it is recorded and triggers. Idempotent.' })
  customEventActivate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<CustomEventPayload> {
    const { customEvents } = context.services;
    return changeById(context, id, (databaseId) => customEvents.activate(context.caller, databaseId));
  }

  @Mutation(() => CustomEventPayload, {
    description: 'It is no longer recorded and triggers nothing; its history stays. Idempotent.',
  })
  customEventDeactivate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<CustomEventPayload> {
    const { customEvents } = context.services;
    return changeById(context, id, (databaseId) => customEvents.deactivate(context.caller, databaseId));
  }

  @Mutation(() => DeletePayload, {
    description:
      'Deletes a custom event and takes it out of schedulers; one that included nothing else becomes inactive. Irreversible.',
  })
  customEventDelete(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<DeletePayload> {
    const work = (databaseId: number) => context.services.customEvents.delete(context.caller, databaseId);
    return answerDeletion(context, { names: NAMES, target: toTarget(id), work });
  }
}

const NAMES: FieldNames = {
  root: 'input',
  places: { id: 'id', idempotencyKey: 'idempotencyKey' },
};

const toTarget = (globalId: string): Target => ({ type: 'CustomEvent', noun: 'custom event', globalId });

const changeById = (context: GraphContext, globalId: string, work: (id: number) => Promise<unknown>) =>
  change(context, async () => {
    const id = targetId(toTarget(globalId));
    await work(id);
    return id;
  });

const change = async (context: GraphContext, work: () => Promise<number>): Promise<CustomEventPayload> => {
  const load = (id: number) => context.loaders.customEvents.load(id);
  const { value, userErrors } = await answer(context, { scope: 'write', names: NAMES, work, load });
  return { customEvent: value, userErrors };
};
