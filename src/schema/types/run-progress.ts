import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Run } from '../../entities/run.js';

@ObjectType({ description: 'Where a run stood at one moment.', simpleResolvers: true })
export class RunProgress {
  @Field(() => GraphQLDateTimeISO, { description: 'When this was read.' })
  readonly occurredAt!: Date;

  @Field(() => Run, { description: 'The run with its counts at that moment.' })
  readonly run!: Run;
}
