import { ArgsType, Field, Int } from 'type-graphql';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';
import { TimeZoneScalar } from '../scalars/time-zone-scalar.js';

@ArgsType()
export class NextMomentsArgs {
  @Field(() => Int, { defaultValue: 10, description: 'How many, from 1; more than 100 is cut to that.' })
  first!: number;

  @Field(() => [TimeZoneScalar], {
    nullable: true,
    description:
      'By local time: the moments of these zones alone, by IANA names; all zones if left out. By one clock it changes nothing.',
  })
  zones?: string[] | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Only what comes after this instant, of the years 1970 to 2199; now if left out.',
  })
  after?: Date | null;
}
