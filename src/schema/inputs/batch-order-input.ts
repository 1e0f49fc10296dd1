import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { BatchSortEnum } from '../listings/batch-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort batches. Equals are sorted by id.' })
export class BatchOrderInput {
  @Field(() => BatchSortEnum, { description: 'By what.' })
  field!: keyof typeof BatchSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
