import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { DeviceEventSortEnum } from '../listings/device-event-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort the history of a device. Equals are sorted by event.' })
export class DeviceEventOrderInput {
  @Field(() => DeviceEventSortEnum, { description: 'By what.' })
  field!: keyof typeof DeviceEventSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
