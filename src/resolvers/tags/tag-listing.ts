import { Field, InputType, registerEnumType } from 'type-graphql';
import { Tag } from '../../entities/tag.js';
import { conditions, isOneOf } from '../../schema/paging/conditions.js';
import {
  type Condition,
  type Direction,
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
