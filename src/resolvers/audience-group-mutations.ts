import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../schema/context.js';
import { AudienceGroupInput } from '../schema/inputs/audience-group-input.js';
import { answer, answerDeletion, type Target, targetId } from '../schema/mapping/answer.js';
import type { FieldNames } from '../schema/mapping/field-names.js';
import { IDEMPOTENCY_DESCRIPTION } from '../schema/mapping/idempotency-description.js';
import { once } from '../schema/mapping/once.js';
import { AudienceGroupPayload } from '../schema/types/audience-group-payload.js';
import { DeletePayload } from '../schema/types/delete-payload.js';

const ID_DESCRIPTION = 'Global id of the audience group.';

@Resolver()
export class AudienceGroupMutations {
  @Mutation(() => AudienceGroupPayload, { description: 'Creates an audience group.' })
  audienceGroupCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => AudienceGroupInput, { description: 'The audience group.' }) input: AudienceGroupInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<AudienceGroupPayload> {
    const create = async () => (await context.services.audienceGroups.create(context.caller, input)).id;
    return change(context, () => once(context, { key, request: ['audienceGroupCreate', input] }, create));
  }

  @Mutation(() => AudienceGroupPayload, {
    description: 'Replaces an audience group; schedulers look into it when they run.',
  })
  audienceGroupUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('input', () => AudienceGroupInput, { description: 'The audience group as it shall be.' })
    input: AudienceGroupInput,
  ): Promise<AudienceGroupPayload> {
    const { audienceGroups } = context.services;
    return changeById(context, id, (databaseId) => audienceGroups.update(context.caller, databaseId, input));
  }

  @Mutation(() => DeletePayload, {
    description:
      'Deletes an audience group and takes it out of schedulers; one that included nothing else becomes inactive. Irreversible.',
  })
  audienceGroupDelete(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
  ): Promise<DeletePayload> {
    const work = (databaseId: number) => context.services.audienceGroups.delete(context.caller, databaseId);
    return answerDeletion(context, { names: NAMES, target: toTarget(id), work });
  }
}

const NAMES: FieldNames = {
  root: 'input',
  places: { id: 'id', idempotencyKey: 'idempotencyKey' },
};

const toTarget = (globalId: string): Target => ({ type: 'AudienceGroup', noun: 'audience group', globalId });

const changeById = (context: GraphContext, globalId: string, work: (id: number) => Promise<unknown>) =>
  change(context, async () => {
    const id = targetId(toTarget(globalId));
    await work(id);
    return id;
  });

const change = async (context: GraphContext, work: () => Promise<number>): Promise<AudienceGroupPayload> => {
  const load = (id: number) => context.loaders.audienceGroups.load(id);
  const { value, userErrors } = await answer(context, { scope: 'write', names: NAMES, work, load });
  return { audienceGroup: value, userErrors };
};
