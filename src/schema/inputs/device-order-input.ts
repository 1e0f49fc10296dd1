import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { DeviceSortEnum } from '../listings/device-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort devices. Equals are sorted by application and id.' })
export class DeviceOrderInput {
  @Field(() => DeviceSortEnum, { description: 'By what.' })
  field!: keyof typeof DeviceSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
