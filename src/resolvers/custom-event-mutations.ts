import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../schema/context.js';
import { CustomEventInput } from '../schema/inputs/custom-event-input.js';
import { answer, answerDeletion, type Target, targetId } from '../schema/mapping/answer.js';
import type { FieldNames } from '../schema/mapping/field-names.js';
import { IDEMPOTENCY_DESCRIPTION } from '../schema/mapping/idempotency-description.js';
import { once } from '../schema/mapping/once.js';
import { CustomEventPayload } from '../schema/types/custom-event-payload.js';
import { DeletePayload } from '../schema/types/delete-payload.js';

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
