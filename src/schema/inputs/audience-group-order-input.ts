import { Field, InputType } from 'type-graphql';
import { OrderDirectionEnum } from '../enums/order-direction-enum.js';
import { AudienceGroupSortEnum } from '../listings/audience-group-listing.js';
import type { Direction } from '../paging/listing.js';

@InputType({ description: 'How to sort audience groups. Equals are sorted by id.' })
export class AudienceGroupOrderInput {
  @Field(() => AudienceGroupSortEnum, { description: 'By what.' })
  field!: keyof typeof AudienceGroupSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
