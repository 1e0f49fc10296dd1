import { Field, Int, ObjectType } from 'type-graphql';
import { LocalTimeScalar } from '../scalars/local-time-scalar.js';

@ObjectType({ description: 'The times of one day of the week.', simpleResolvers: true })
export class WeeklyTimes {
  @Field(() => Int, { description: '1 Monday to 7 Sunday (ISO 8601).' })
  readonly day!: number;

  @Field(() => [LocalTimeScalar], { description: 'Times of day, to the minute.' })
  readonly times!: readonly string[];
}
