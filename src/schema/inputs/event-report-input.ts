import { Field, InputType } from 'type-graphql';
import { EventSubjectInput } from './event-subject-input.js';
import { TrackedEventInput } from './tracked-event-input.js';

@InputType({ description: 'What a device or a user has done.' })
export class EventReportInput {
  @Field(() => EventSubjectInput, { description: 'Whose events they are.' })
  subject!: EventSubjectInput;

  @Field(() => [TrackedEventInput], { description: '1 to 100 events; an unknown code refuses them all.' })
  events!: TrackedEventInput[];
}
