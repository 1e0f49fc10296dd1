import { Field, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';

@ObjectType({ description: 'What happened in one bucket of time.', simpleResolvers: true })
export class TrafficPoint {
  @Field(() => DateTimeScalar, { description: 'When it begins.' })
  readonly from!: Date;

  @Field(() => DateTimeScalar, { description: 'When it ends: the beginning of the next.' })
  readonly to!: Date;

  @Field(() => Int, { description: 'Messages that providers took.' })
  readonly sent!: number;

  @Field(() => Int, {
    description: 'Messages that failed for good, expired, or met a dead token. Those that wait are in neither.',
  })
  readonly failed!: number;

  @Field(() => Int, { description: 'Messages that devices said they got, by when they said so.' })
  readonly delivered!: number;

  @Field(() => Int, { description: 'Messages that were clicked, by when the device said so.' })
  readonly clicked!: number;
}
