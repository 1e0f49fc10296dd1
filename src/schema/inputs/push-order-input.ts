import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { PushSortEnum } from '../listings/push-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort pushes. Equals are sorted by id.' })
export class PushOrderInput {
  @Field(() => PushSortEnum, { description: 'By what.' })
  field!: keyof typeof PushSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
