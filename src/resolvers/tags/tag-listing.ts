import { Field, InputType, registerEnumType } from 'type-graphql';
import { Tag } from '../../entities/tag.js';
import { TagGroup } from '../../entities/tag-group.js';
import {
  type Condition,
  conditions,
  contains,
  type Direction,
  isOneOf,
  type Listing,
  number,
  OrderDirectionEnum,
  text,
} from '../../schema/paging/listing.js';

export const TagSortEnum = { ID: 'ID', NAME: 'NAME' } as const;
type TagSort = keyof typeof TagSortEnum;

registerEnumType(TagSortEnum, {
  name: 'TagSort',
  description: 'What tags can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
  },
});

export const tagListing: Listing<Tag, TagSort> = {
  name: 'tag',
  entity: Tag,
  table: 'tag',
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
  },
};

@InputType({ description: 'Which tags; all conditions must hold.' })
export class TagWhereInput {
  @Field(() => String, { nullable: true, description: 'A part of the tag; case counts, as it does for tags.' })
  nameContains?: string | null;

  @Field(() => [String], { nullable: true, description: 'One of these tags.' })
  names?: string[] | null;

  static toConditions(where: TagWhereInput | null | undefined): Condition[] {
    const part = where?.nameContains;
    return conditions(
      // LIKE would ignore case on one of the databases.
      part ? { sql: 'INSTR(t.name, ?) > 0', parameters: [part] } : null,
      isOneOf('name', where?.names),
    );
  }
}

@InputType({ description: 'How to sort tags. Equals are sorted by id.' })
export class TagOrderInput {
  @Field(() => TagSortEnum, { description: 'By what.' })
  field!: keyof typeof TagSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}

export const TagGroupSortEnum = {
  ID: 'ID',
  NAME: 'NAME',
  CREATED_AT: 'CREATED_AT',
  UPDATED_AT: 'UPDATED_AT',
} as const;
type TagGroupSort = keyof typeof TagGroupSortEnum;

registerEnumType(TagGroupSortEnum, {
  name: 'TagGroupSort',
  description: 'What tag groups can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last changed.' },
  },
});

export const tagGroupListing: Listing<TagGroup, TagGroupSort> = {
  name: 'tagGroup',
  entity: TagGroup,
  table: 'audience_group',
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};

@InputType({ description: 'Which tag groups; all conditions must hold.' })
export class TagGroupWhereInput {
  @Field(() => String, {
    nullable: true,
    description: 'A part of the name, without regard to the case of ASCII letters.',
  })
  nameContains?: string | null;

  static toConditions(where: TagGroupWhereInput | null | undefined): Condition[] {
    return conditions(contains('name', where?.nameContains));
  }
}

@InputType({ description: 'How to sort tag groups. Equals are sorted by id.' })
export class TagGroupOrderInput {
  @Field(() => TagGroupSortEnum, { description: 'By what.' })
  field!: keyof typeof TagGroupSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
