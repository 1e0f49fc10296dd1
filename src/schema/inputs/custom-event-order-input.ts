import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { CustomEventSortEnum } from '../listings/custom-event-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort events. Equals are sorted by id.' })
export class CustomEventOrderInput {
  @Field(() => CustomEventSortEnum, { description: 'By what.' })
  field!: keyof typeof CustomEventSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
