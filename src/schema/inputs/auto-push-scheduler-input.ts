import { Field, InputType } from 'type-graphql';
import { DelayScalar } from '../scalars/delay-scalar.js';
import { AudienceInput } from './audience-input.js';

@InputType({ description: 'A scheduler that sends after an event of a device; an update replaces all of it.' })
export class AutoPushSchedulerInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => AudienceInput, { description: 'Which devices. `events.include` names the events that start it.' })
  audience!: AudienceInput;

  @Field(() => DelayScalar, { nullable: true, description: 'How long after the event; left out: at once.' })
  delay?: string | null;
}
