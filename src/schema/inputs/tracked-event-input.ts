import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';

@InputType({ description: 'Something that happened.' })
export class TrackedEventInput {
  @Field(() => String, { description: 'The code of one of your events, or reg or dep.' })
  code!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Your own id of the event: one that comes twice for a device counts once.',
  })
  id?: string | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it happened; left out: now.' })
  occurredAt?: Date | null;
}
