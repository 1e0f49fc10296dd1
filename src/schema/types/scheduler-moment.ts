import { Field, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';
import { MomentLocalTime } from './moment-local-time.js';

@ObjectType({ description: 'An instant at which a scheduler sends.', simpleResolvers: true })
export class SchedulerMoment {
  @Field(() => DateTimeScalar, { description: 'The instant.' })
  readonly at!: Date;

  @Field(() => [MomentLocalTime], { description: 'The local times that come at this instant; at least one.' })
  readonly localTimes!: readonly MomentLocalTime[];
}
