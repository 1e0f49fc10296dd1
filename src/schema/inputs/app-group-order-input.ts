import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { AppGroupSortEnum } from '../listings/app-group-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort application groups. Equals are sorted by id.' })
export class AppGroupOrderInput {
  @Field(() => AppGroupSortEnum, { description: 'By what.' })
  field!: keyof typeof AppGroupSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
