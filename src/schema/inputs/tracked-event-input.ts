import { Field, InputType } from 'type-graphql';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';

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
