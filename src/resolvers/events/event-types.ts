import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { CustomEvent } from '../../entities/custom-event.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { OneOf } from '../../schema/one-of.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { DeviceType } from '../devices/device-types.js';

/** Its values are rows of `custom_event`. */
@ObjectType('CustomEvent', {
  implements: Node,
  simpleResolvers: true,
  description: 'An event that devices report: one of your own, or one of the system, which cannot be changed.',
})
export class CustomEventType {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  readonly id!: number;

  @Field(() => String, { description: 'The name, 1 to 255 characters.' })
  readonly name!: string;

  @Field(() => String, { description: 'What names it in schedulers and to the SDKs: letters, digits and underscores.' })
  readonly code!: string;
}

export const CustomEventConnection = connectionType('CustomEvent', 'events', () => CustomEventType);

@ObjectType({ description: 'The answer to a change of a custom event.', simpleResolvers: true })
export class CustomEventPayload {
  @Field(() => CustomEventType, { nullable: true, description: 'The event as it is now; null if nothing was changed.' })
  readonly customEvent!: CustomEvent | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

/** Its values are rows of `device_event`. */
@ObjectType('DeviceEvent', { simpleResolvers: true, description: 'One kind of event in the history of a device.' })
export class DeviceEventType {
  @Field(() => Int, { description: 'How often it has happened.' })
  readonly count!: number;

  @Field(() => DateTimeScalar, { description: 'When it first happened.' })
  readonly firstAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it last happened.' })
  readonly lastAt!: Date;
}

export const DeviceEventConnection = connectionType(
  'DeviceEvent',
  'kinds of events of a device',
  () => DeviceEventType,
);

@ObjectType({ description: 'What became of one of several reports.', simpleResolvers: true })
export class EventReportResult {
  @Field(() => Int, { description: 'Which of the reports, from 0.' })
  readonly index!: number;

  @Field(() => ID, {
    nullable: true,
    description:
      'Global id of the device, of a user with several the one that was registered first; null if it was refused.',
  })
  readonly deviceId!: string | null;

  @Field(() => DeviceType, {
    nullable: true,
    description: 'That device as it is now; null if it was refused, or has been deleted since.',
  })
  readonly device!: unknown;

  @Field(() => Int, { description: 'Events that count.' })
  readonly accepted!: number;

  @Field(() => Int, { description: 'Events that are inactive or came before.' })
  readonly ignored!: number;

  @Field(() => [UserError], { description: 'Why it was refused as a whole; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The answer to reports of events.', simpleResolvers: true })
export class EventReportsPayload {
  @Field(() => [EventReportResult], {
    description: 'One for each report, in that order; empty if none was looked at.',
  })
  readonly results!: readonly EventReportResult[];

  @Field(() => [UserError], { description: 'What is wrong with the request as a whole; then nothing was recorded.' })
  readonly userErrors!: readonly UserError[];
}

@InputType({ description: 'What a device or a user has done.' })
export class EventReportInput {
  @Field(() => EventSubjectInput, { description: 'Whose events they are.' })
  subject!: EventSubjectInput;

  @Field(() => [TrackedEventInput], { description: '1 to 100 events; an unknown code refuses them all.' })
  events!: TrackedEventInput[];
}

@OneOf()
@InputType({ description: 'Whose events they are.' })
export class EventSubjectInput {
  @Field(() => ID, { nullable: true, description: 'One device, by its global id.' })
  deviceId?: string;

  @Field(() => String, { nullable: true, description: 'Every device of this user in the application, by your own id.' })
  externalUserId?: string;
}

@InputType({ description: 'Something that happened.' })
export class TrackedEventInput {
  @Field(() => String, { description: 'The code of one of your events, or reg or dep.' })
  code!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Your own id of the event: one that comes twice for a device counts once.',
  })
  id?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it happened; left out: now.' })
  occurredAt?: Date | null;
}
