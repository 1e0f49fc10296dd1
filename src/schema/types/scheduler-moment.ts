import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { MomentLocalTime } from './moment-local-time.js';

@ObjectType({ description: 'An instant at which a scheduler sends.', simpleResolvers: true })
export class SchedulerMoment {
  @Field(() => GraphQLDateTimeISO, { description: 'The instant.' })
  readonly at!: Date;

  @Field(() => [MomentLocalTime], { description: 'The local times that come at this instant; at least one.' })
  readonly localTimes!: readonly MomentLocalTime[];
}
