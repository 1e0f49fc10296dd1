import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { answer, answerDeletion, DeletePayload, type Target, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import type { PushInput as ServiceInput } from '../../services/pushes/push-rules.js';
import { PushInput, toPushInput } from './push-inputs.js';
import { PushPayload } from './push-types.js';

const ID_DESCRIPTION = 'Global id of the push.';

@Resolver()
export class PushMutations {
  @Mutation(() => PushPayload, { description: 'Creates a push: active, and bound to no scheduler.' })
  pushCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => PushInput, { description: 'The push.' }) input: PushInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<PushPayload> {
    const create = async () => {
      const push = await checked(context, input);
      return (await context.services.pushes.create(context.caller, push)).id;
    };
    return change(context, () => once(context, { key, request: ['pushCreate', input] }, create));
  }

  @Mutation(() => PushPayload, { description: 'Replaces all translations of a push; it stays bound.' })
  pushUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('input', () => PushInput, { description: 'The push as it shall be.' }) input: PushInput,
  ): Promise<PushPayload> {
    const { pushes } = context.services;
    return changeById(context, id, async (databaseId) =>
      pushes.update(context.caller, databaseId, await checked(context, input)),
    );
  }

  @Mutation(() => DeletePayload, { description: 'Deletes a push with its translations. Irreversible.' })
  pushDelete(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<DeletePayload> {
    const work = (databaseId: number) => context.services.pushes.delete(context.caller, databaseId);
    return answerDeletion(context, { names: NAMES, target: toTarget(id), work });
  }

  @Mutation(() => PushPayload, { description: 'Makes a push eligible for sending. Idempotent.' })
  pushActivate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<PushPayload> {
    return changeById(context, id, (databaseId) => context.services.pushes.activate(context.caller, databaseId));
  }

  @Mutation(() => PushPayload, { description: 'A deactivated push stays bound and is not sent. Idempotent.' })
  pushDeactivate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<PushPayload> {
    return changeById(context, id, (databaseId) => context.services.pushes.deactivate(context.caller, databaseId));
  }

  @Mutation(() => PushPayload, { description: 'Archives a push, which deactivates it. Idempotent.' })
  pushArchive(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<PushPayload> {
    return changeById(context, id, (databaseId) => context.services.pushes.archive(context.caller, databaseId));
  }

  @Mutation(() => PushPayload, { description: 'Restores a push; it stays deactivated. Idempotent.' })
  pushUnarchive(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<PushPayload> {
    return changeById(context, id, (databaseId) => context.services.pushes.unarchive(context.caller, databaseId));
  }
}

const NAMES: FieldNames = { root: 'input', places: { id: 'id', idempotencyKey: 'idempotencyKey' } };

/** REST saves messages of any size, and they fail at their provider; here people still can shorten them. */
const checked = async ({ services, caller }: GraphContext, input: PushInput): Promise<ServiceInput> => {
  const push = toPushInput(input);
  if (!services.pushes.refusalOf(push)) await services.messageSizes.check(caller, push);
  return push;
};

const toTarget = (globalId: string): Target => ({ type: 'Push', noun: 'push', globalId });

const changeById = (context: GraphContext, globalId: string, work: (id: number) => Promise<unknown>) =>
  change(context, async () => {
    const id = targetId(toTarget(globalId));
    await work(id);
    return id;
  });

const change = async (context: GraphContext, work: () => Promise<number>): Promise<PushPayload> => {
  const load = (id: number) => context.loaders.pushes.load(id);
  const { value, userErrors } = await answer(context, { scope: 'write', names: NAMES, work, load });
  return { push: value, userErrors };
};
