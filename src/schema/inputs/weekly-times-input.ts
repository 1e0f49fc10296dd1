import { Field, InputType, Int } from 'type-graphql';
import { LocalTimeScalar } from '../scalars/local-time-scalar.js';

@InputType({ description: 'The times of one day of the week.' })
export class WeeklyTimesInput {
  @Field(() => Int, { description: '1 Monday to 7 Sunday (ISO 8601).' })
  day!: number;

  @Field(() => [LocalTimeScalar], { description: 'Times of day, to the minute; at least one.' })
  times!: string[];
}
