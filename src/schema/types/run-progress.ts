import { Field, ObjectType } from 'type-graphql';
import { Run } from '../../entities/run.js';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';

@ObjectType({ description: 'Where a run stood at one moment.', simpleResolvers: true })
export class RunProgress {
  @Field(() => DateTimeScalar, { description: 'When this was read.' })
  readonly occurredAt!: Date;

  @Field(() => Run, { description: 'The run with its counts at that moment.' })
  readonly run!: Run;
}
