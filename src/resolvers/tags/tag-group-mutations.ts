import { Arg, Ctx, Field, InputType, Mutation, Resolver } from 'type-graphql';
import { GraphContext } from '../../schema/context.js';
import { defineMutations, IdArg, IdempotencyKey } from '../../schema/mutations/define-mutations.js';
import { TagGroupType } from './tag-types.js';

@InputType({ description: 'A tag group. An update replaces every field.' })
export class TagGroupInput {
  @Field(() => String, { description: 'Name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => [String], {
    description:
      'The tags, up to 10,000; they need not exist yet. Schedulers that include only an empty group reach no device.',
  })
  tags!: string[];
}

const GROUPS = defineMutations({
  type: 'TagGroup',
  noun: 'tag group',
  field: 'tagGroup',
  output: () => TagGroupType,
});

@Resolver()
export class TagGroupMutations {
  @Mutation(() => GROUPS.Payload, { description: 'Creates a tag group.' })
  tagGroupCreate(
    @Ctx() context: GraphContext,
    @Arg('input', () => TagGroupInput, { description: 'The tag group.' }) input: TagGroupInput,
    @IdempotencyKey() key?: string | null,
  ) {
    return GROUPS.create(context, { key, request: ['tagGroupCreate', input] }, async () =>
      context.services.audienceGroups.create(context.caller, input),
    );
  }

  @Mutation(() => GROUPS.Payload, {
    description: 'Replaces the name and the tags of a group. Schedulers use the new tags from their next run.',
  })
  tagGroupUpdate(
    @Ctx() context: GraphContext,
    @IdArg('tag group') id: string,
    @Arg('input', () => TagGroupInput, { description: 'The new tag group.' }) input: TagGroupInput,
  ) {
    return GROUPS.change(context, { id }, async (number) =>
      context.services.audienceGroups.update(context.caller, number, input),
    );
  }
}

GROUPS.addDeletion(TagGroupMutations, 'tagGroupDelete', {
  description:
    'Deletes a tag group and removes it from schedulers. A scheduler that included nothing else is deactivated. Irreversible.',
  work: ({ services, caller }, id) => services.audienceGroups.delete(caller, id),
});
