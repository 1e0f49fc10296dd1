import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { TagGroupSortEnum } from '../listings/tag-group-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort tag groups. Equals are sorted by id.' })
export class TagGroupOrderInput {
  @Field(() => TagGroupSortEnum, { description: 'By what.' })
  field!: keyof typeof TagGroupSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
