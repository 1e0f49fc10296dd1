import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { AppSortEnum } from '../listings/app-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort applications. Equals are sorted by id.' })
export class AppOrderInput {
  @Field(() => AppSortEnum, { description: 'By what.' })
  field!: keyof typeof AppSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
