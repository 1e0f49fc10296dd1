import { Field, InputType, registerEnumType } from 'type-graphql';
import { DeviceEvent } from '../../entities/device-event.js';
import { type Direction, type Listing, number, OrderDirectionEnum } from '../../schema/paging/listing.js';

export const DeviceEventSortEnum = {
  EVENT: 'EVENT',
  COUNT: 'COUNT',
  FIRST_AT: 'FIRST_AT',
  LAST_AT: 'LAST_AT',
} as const;
type DeviceEventSort = keyof typeof DeviceEventSortEnum;

registerEnumType(DeviceEventSortEnum, {
  name: 'DeviceEventSort',
  description: 'What the history of a device can be sorted by.',
  valuesConfig: {
    EVENT: { description: 'The id of the event.' },
    COUNT: { description: 'How often it has happened.' },
    FIRST_AT: { description: 'When it first happened.' },
    LAST_AT: { description: 'When it last happened.' },
  },
});

export const deviceEventListing: Listing<DeviceEvent, DeviceEventSort> = {
  name: 'deviceEvent',
  entity: DeviceEvent,
  table: 'device_event',
  key: [number('event_id')],
  sorts: {
    EVENT: [],
    COUNT: [number('count')],
    FIRST_AT: [number('first_at')],
    LAST_AT: [number('last_at')],
  },
};

@InputType({ description: 'How to sort the history of a device. Equals are sorted by event.' })
export class DeviceEventOrderInput {
  @Field(() => DeviceEventSortEnum, { description: 'By what.' })
  field!: keyof typeof DeviceEventSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
