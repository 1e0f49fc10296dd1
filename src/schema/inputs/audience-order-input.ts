import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { AudienceSortEnum } from '../listings/audience-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort audiences. Equals are sorted by id.' })
export class AudienceOrderInput {
  @Field(() => AudienceSortEnum, { description: 'By what.' })
  field!: keyof typeof AudienceSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
