import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { CustomEvent } from '../../entities/custom-event.js';
import { DeviceEvent } from '../../entities/device-event.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { OneOf } from '../../schema/one-of.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_ID, BY_NAME } from '../../schema/paging/list-inputs.js';
import { isOneOf, number, text } from '../../schema/paging/listing.js';
import { anyOf, flag, partOf } from '../../schema/paging/where-fields.js';
import { DateTimeScalar, JSONObjectScalar } from '../../schema/scalars/scalars.js';
import { DeviceType } from '../devices/device-types.js';

/** Its values are rows of `custom_event`. */
@ObjectType('CustomEvent', {
  implements: Node,
  simpleResolvers: true,
  description: 'An event that devices report: one of your own, or a built-in one, which is read-only.',
})
export class CustomEventType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id, as in REST.' })
  readonly id!: number;

  @Field(() => String, { description: 'Name, 1 to 255 characters.' })
  readonly name!: string;

  @Field(() => String, { description: 'Identifier in schedulers and SDKs: letters, digits and underscores.' })
  readonly code!: string;
}

/** The list uses `viewer_id`: built-in events have no owner and belong to every user. */
export const customEventListing = defineListing({
  name: 'customEvent',
  noun: 'CustomEvent',
  plural: 'events',
  type: () => CustomEventType,
  entity: CustomEvent,
  table: `(SELECT e.*, u.id AS viewer_id FROM user_account u JOIN custom_event e ON e.user_id = u.id OR e.user_id IS NULL)`,
  key: [number('id')],
  sorts: { ID: BY_ID, NAME: BY_NAME, CODE: { by: [text('code')], description: 'Code.' } },
  where: {
    active: flag('status', 'True: only active events. False: only the others.'),
    system: {
      type: () => Boolean,
      description: 'True: only built-in events. False: only your own.',
      toCondition: (system: boolean) => ({ sql: `t.user_id IS ${system ? '' : 'NOT '}NULL`, parameters: [] }),
    },
    codes: {
      ...anyOf(String, 'code', 'Events with any of these codes.'),
      // MySQL cannot compare text beyond ASCII with this column, so impossible codes are dropped.
      toCondition: (codes: string[]) =>
        isOneOf(
          'code',
          codes.filter((code) => /^\w{1,64}$/.test(code)),
        ),
    },
    nameContains: partOf('name', 'Part of the name. ASCII letters match in either case.'),
  },
});

/** Its values are rows of `device_event`. */
@ObjectType('DeviceEvent', { simpleResolvers: true, description: 'The occurrences of one event on a device.' })
export class DeviceEventType {
  @Field(() => Int, { description: 'Number of occurrences.' })
  readonly count!: number;

  @Field(() => DateTimeScalar, { description: 'When it first occurred.' })
  readonly firstAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it last occurred.' })
  readonly lastAt!: Date;
}

export const deviceEventListing = defineListing({
  name: 'deviceEvent',
  noun: 'DeviceEvent',
  plural: 'events of a device',
  type: () => DeviceEventType,
  entity: DeviceEvent,
  table: 'device_event',
  key: [number('event_id')],
  sorts: {
    EVENT: { by: [], description: 'Id of the event.' },
    COUNT: { by: [number('count')], description: 'Number of occurrences.' },
    FIRST_AT: { by: [number('first_at')], description: 'First occurrence.' },
    LAST_AT: { by: [number('last_at')], description: 'Last occurrence.' },
  },
});

@ObjectType({ description: 'The result for one report of events.', simpleResolvers: true })
export class EventReportResult {
  @Field(() => Int, { description: 'Position in `reports`, from 0.' })
  readonly index!: number;

  @Field(() => ID, {
    nullable: true,
    description: 'Global id of the device; for a user with several, the first registered one. Null if refused.',
  })
  readonly deviceId!: string | null;

  @Field(() => DeviceType, {
    nullable: true,
    description:
      'That device in its current state; null if the report was refused or the device has since been deleted.',
  })
  readonly device!: unknown;

  @Field(() => Int, { description: 'Number of events that were recorded.' })
  readonly accepted!: number;

  @Field(() => Int, { description: 'Number of events that were ignored because they are inactive or repeated.' })
  readonly ignored!: number;

  @Field(() => [UserError], { description: 'Why the whole report was refused; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The result of reporting events.', simpleResolvers: true })
export class EventReportsPayload {
  @Field(() => [EventReportResult], {
    description: 'One result for each report, in the same order. Empty if the whole request was refused.',
  })
  readonly results!: readonly EventReportResult[];

  @Field(() => [UserError], { description: 'Errors of the whole request. If there are any, nothing was recorded.' })
  readonly userErrors!: readonly UserError[];
}

@InputType({ description: 'Events of a device or a user.' })
export class EventReportInput {
  @Field(() => EventSubjectInput, { description: 'The device or the user.' })
  subject!: EventSubjectInput;

  @Field(() => [TrackedEventInput], { description: '1 to 100 events. A single unknown code refuses the whole report.' })
  events!: TrackedEventInput[];
}

@OneOf()
@InputType({ description: 'A device or a user.' })
export class EventSubjectInput {
  @Field(() => ID, { nullable: true, description: 'Global id of one device.' })
  deviceId?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Your own id for a user: every device of that user in the application.',
  })
  externalUserId?: string;
}

@InputType({ description: 'An event that occurred.' })
export class TrackedEventInput {
  @Field(() => String, { description: 'Code of one of your events, or `reg` or `dep`.' })
  code!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Your own id for the occurrence: a repeated id counts once per device.',
  })
  id?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it occurred; now if omitted.' })
  occurredAt?: Date | null;

  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      'Texts, numbers and booleans by key, at most 2,048 bytes as JSON: `event` in the templates of auto-push.',
  })
  data?: Record<string, unknown> | null;
}
