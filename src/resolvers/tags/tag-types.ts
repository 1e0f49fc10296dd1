import { Field, Int, ObjectType } from 'type-graphql';
import { TagGroup } from '../../entities/tag-group.js';
import { Costly } from '../../schema/limits/costly.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

/** Its values are rows of `tag`. */
@ObjectType('Tag', {
  implements: Node,
  simpleResolvers: true,
  description:
    'A word that devices carry, for schedulers to choose by. Made when a device first comes with it. REST and the SDK call it an audience.',
})
export class TagType {
  @Field(() => Int, { name: 'databaseId', description: 'The number of the tag.' })
  readonly id!: number;

  @Field(() => String, { description: 'The tag itself, as devices and schedulers write it.' })
  readonly name!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was first used; null for those older than this record.',
  })
  readonly createdAt!: Date | null;
}

export const TagConnection = connectionType('Tag', 'tags', () => TagType);

/** Its values are rows of `tag_group`. */
@ObjectType('TagGroup', {
  implements: Node,
  simpleResolvers: true,
  description: 'A named set of tags; a device belongs if it has any of them.',
})
export class TagGroupType {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  readonly id!: number;

  @Field(() => String, { description: 'The name, 1 to 255 characters.' })
  readonly name!: string;

  @Costly(100)
  @Field(() => [String], { description: 'The tags.' })
  readonly tags!: string[];

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  readonly updatedAt!: Date;
}

export const TagGroupConnection = connectionType('TagGroup', 'tag groups', () => TagGroupType);

@ObjectType({ description: 'The answer to a change of a tag group.', simpleResolvers: true })
export class TagGroupPayload {
  @Field(() => TagGroupType, { nullable: true, description: 'The group as it is now; null if nothing was changed.' })
  readonly tagGroup!: TagGroup | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
