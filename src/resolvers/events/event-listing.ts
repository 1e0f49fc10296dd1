import { Field, InputType, registerEnumType } from 'type-graphql';
import { CustomEvent } from '../../entities/custom-event.js';
import { DeviceEvent } from '../../entities/device-event.js';
import {
  type Condition,
  compare,
  conditions,
  contains,
  type Direction,
  isOneOf,
  type Listing,
  number,
  OrderDirectionEnum,
  text,
} from '../../schema/paging/listing.js';

export const CustomEventSortEnum = { ID: 'ID', NAME: 'NAME', CODE: 'CODE' } as const;
type CustomEventSort = keyof typeof CustomEventSortEnum;

registerEnumType(CustomEventSortEnum, {
  name: 'CustomEventSort',
  description: 'What events can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
    CODE: { description: 'The code.' },
  },
});

/** By `viewer_id`: those of the system have no owner and are there for everybody. */
export const customEventListing: Listing<CustomEvent, CustomEventSort> = {
  name: 'customEvent',
  entity: CustomEvent,
  table: `(SELECT e.*, u.id AS viewer_id FROM user_account u JOIN custom_event e ON e.user_id = u.id OR e.user_id IS NULL)`,
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
    CODE: [text('code')],
  },
};

@InputType({ description: 'Which events; all conditions must hold.' })
export class CustomEventWhereInput {
  @Field(() => Boolean, { nullable: true, description: 'Active, or not; left out: both.' })
  active?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Those of the system, or your own; left out: both.' })
  system?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'With one of these codes.' })
  codes?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'A part of the name, without regard to the case of ASCII letters.',
  })
  nameContains?: string | null;

  static toConditions(where: CustomEventWhereInput | null | undefined): Condition[] {
    return conditions(
      compare('status', '=', where?.active === true ? 1 : where?.active === false ? 0 : null),
      systemCondition(where?.system),
      // What cannot be a code is left out: MySQL does not compare letters beyond ASCII with the column of codes.
      isOneOf(
        'code',
        where?.codes?.filter((code) => /^\w{1,64}$/.test(code)),
      ),
      contains('name', where?.nameContains),
    );
  }
}

const systemCondition = (system: boolean | null | undefined): Condition | null => {
  if (system === null || system === undefined) return null;
  return { sql: `t.user_id IS ${system ? '' : 'NOT '}NULL`, parameters: [] };
};

@InputType({ description: 'How to sort events. Equals are sorted by id.' })
export class CustomEventOrderInput {
  @Field(() => CustomEventSortEnum, { description: 'By what.' })
  field!: keyof typeof CustomEventSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}

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
