import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { SchedulerSortEnum } from '../listings/scheduler-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort schedulers. Equals are sorted by id.' })
export class SchedulerOrderInput {
  @Field(() => SchedulerSortEnum, { description: 'By what.' })
  field!: keyof typeof SchedulerSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
