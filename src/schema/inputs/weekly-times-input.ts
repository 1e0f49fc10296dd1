import { GraphQLLocalTime } from 'graphql-scalars';
import { Field, InputType, Int } from 'type-graphql';

@InputType({ description: 'The times of one day of the week.' })
export class WeeklyTimesInput {
  @Field(() => Int, { description: '1 Monday to 7 Sunday (ISO 8601).' })
  day!: number;

  @Field(() => [GraphQLLocalTime], { description: 'Times of day, to the minute; at least one.' })
  times!: string[];
}
