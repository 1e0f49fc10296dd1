import { Field, InputType, Resolver } from 'type-graphql';
import { defineMutations } from '../../schema/mutations/define-mutations.js';
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
export class TagGroupMutations {}

GROUPS.addCreation(TagGroupMutations, 'tagGroupCreate', {
  description: 'Creates a tag group.',
  Input: TagGroupInput,
  work: ({ services, caller }, input) => services.audienceGroups.create(caller, input),
});

GROUPS.addUpdate(TagGroupMutations, 'tagGroupUpdate', {
  description: 'Replaces the name and the tags of a group. Schedulers use the new tags from their next run.',
  Input: TagGroupInput,
  work: ({ services, caller }, id, input) => services.audienceGroups.update(caller, id, input),
});

GROUPS.addDeletion(TagGroupMutations, 'tagGroupDelete', {
  description:
    'Deletes a tag group and removes it from schedulers. A scheduler that included nothing else is deactivated. Irreversible.',
  work: ({ services, caller }, id) => services.audienceGroups.delete(caller, id),
});
