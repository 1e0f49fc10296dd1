import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { TagSortEnum } from '../listings/tag-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort tags. Equals are sorted by id.' })
export class TagOrderInput {
  @Field(() => TagSortEnum, { description: 'By what.' })
  field!: keyof typeof TagSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
