import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { answer, answerDeletion, DeletePayload, type Target, targetId } from '../../schema/mutations/answer.js';
import { IDEMPOTENCY_DESCRIPTION, once } from '../../schema/mutations/once.js';
import type { FieldNames } from '../../schema/mutations/user-errors.js';
import { TagGroupPayload } from './tag-types.js';

@InputType({ description: 'A tag group; an update replaces all of it.' })
export class TagGroupInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => [String], {
    description:
      'Its tags, up to 10,000; they need not exist yet. With none the group is empty: schedulers that include nothing else reach nobody.',
  })
  tags!: string[];
}

const ID_DESCRIPTION = 'Global id of the tag group.';

@Resolver()
export class TagGroupMutations {
  @Mutation(() => TagGroupPayload, { description: 'Creates a tag group.' })
  tagGroupCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => TagGroupInput, { description: 'The tag group.' }) input: TagGroupInput,
    @Arg('idempotencyKey', () => String, { nullable: true, description: IDEMPOTENCY_DESCRIPTION }) key?: string | null,
  ): Promise<TagGroupPayload> {
    const create = async () => (await context.services.audienceGroups.create(context.caller, input)).id;
    return change(context, () => once(context, { key, request: ['tagGroupCreate', input] }, create));
  }

  @Mutation(() => TagGroupPayload, {
    description: 'Replaces a tag group; schedulers look into it when they run.',
  })
  tagGroupUpdate(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: ID_DESCRIPTION }) id: string,
    @Arg('input', () => TagGroupInput, { description: 'The tag group as it shall be.' })
    input: TagGroupInput,
  ): Promise<TagGroupPayload> {
    const { audienceGroups } = context.services;
    return changeById(context, id, (databaseId) => audienceGroups.update(context.caller, databaseId, input));
  }

  @Mutation(() => DeletePayload, {
    description:
      'Deletes a tag group and takes it out of schedulers; one that included nothing else becomes inactive. Irreversible.',
  })
  tagGroupDelete(
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

const toTarget = (globalId: string): Target => ({ type: 'TagGroup', noun: 'tag group', globalId });

const changeById = (context: GraphContext, globalId: string, work: (id: number) => Promise<unknown>) =>
  change(context, async () => {
    const id = targetId(toTarget(globalId));
    await work(id);
    return id;
  });

const change = async (context: GraphContext, work: () => Promise<number>): Promise<TagGroupPayload> => {
  const load = (id: number) => context.loaders.tagGroups.load(id);
  const { value, userErrors } = await answer(context, { scope: 'write', names: NAMES, work, load });
  return { tagGroup: value, userErrors };
};
