import { Field, ID, InputType } from 'type-graphql';
import { OneOf } from '../../schema/one-of.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

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
