import { GraphQLLocalTime } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'The times of one day of the week.', simpleResolvers: true })
export class WeeklyTimes {
  @Field(() => Int, { description: '1 Monday to 7 Sunday (ISO 8601).' })
  readonly day!: number;

  @Field(() => [GraphQLLocalTime], { description: 'Times of day, to the minute.' })
  readonly times!: readonly string[];
}
