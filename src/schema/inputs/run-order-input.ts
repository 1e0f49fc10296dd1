import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { RunSortEnum } from '../listings/run-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort runs. Equals are sorted by id.' })
export class RunOrderInput {
  @Field(() => RunSortEnum, { description: 'By what.' })
  field!: keyof typeof RunSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
