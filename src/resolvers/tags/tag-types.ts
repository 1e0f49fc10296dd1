import { Field, Int, ObjectType } from 'type-graphql';
import { Tag } from '../../entities/tag.js';
import { TagGroup } from '../../entities/tag-group.js';
import { Costly } from '../../schema/limits/costly.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CHANGE, BY_CREATION, BY_ID, BY_NAME } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { anyOf, partOf } from '../../schema/paging/where-fields.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

/** Its values are rows of `tag`. */
@ObjectType('Tag', {
  implements: Node,
  simpleResolvers: true,
  description:
    'A label on devices by which schedulers select them. It is created when the first device reports it. `audience` in REST and the SDK.',
})
export class TagType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id.' })
  readonly id!: number;

  @Field(() => String, { description: 'The tag, as used on devices and in schedulers.' })
  readonly name!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the tag was first used; null if that was before such times were recorded.',
  })
  readonly createdAt!: Date | null;
}

export const tagListing = defineListing({
  name: 'tag',
  noun: 'Tag',
  plural: 'tags',
  type: () => TagType,
  entity: Tag,
  table: 'tag',
  key: [number('id')],
  sorts: { ID: BY_ID, NAME: BY_NAME },
  where: {
    nameContains: {
      type: () => String,
      description: 'Part of the tag. Case matters, as it does for tags.',
      // LIKE would ignore case on one of the databases.
      toCondition: (part: string) => (part === '' ? null : { sql: 'INSTR(t.name, ?) > 0', parameters: [part] }),
    },
    names: anyOf(String, 'name', 'Any of these tags.'),
  },
});

/** Its values are rows of `audience_group`. */
@ObjectType('TagGroup', {
  implements: Node,
  simpleResolvers: true,
  description: 'A named set of tags. A device matches if it has any of them.',
})
export class TagGroupType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id, as in REST.' })
  readonly id!: number;

  @Field(() => String, { description: 'Name, 1 to 255 characters.' })
  readonly name!: string;

  @Costly(100)
  @Field(() => [String], { description: 'The tags.' })
  readonly tags!: string[];

  @Field(() => DateTimeScalar, { description: 'When the group was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the group was last changed.' })
  readonly updatedAt!: Date;
}

export const tagGroupListing = defineListing({
  name: 'tagGroup',
  noun: 'TagGroup',
  plural: 'tag groups',
  type: () => TagGroupType,
  entity: TagGroup,
  table: 'audience_group',
  key: [number('id')],
  sorts: { ID: BY_ID, NAME: BY_NAME, CREATED_AT: BY_CREATION, UPDATED_AT: BY_CHANGE },
  where: { nameContains: partOf('name', 'Part of the name. ASCII letters match in either case.') },
});
