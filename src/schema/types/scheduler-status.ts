import { Field, ObjectType } from 'type-graphql';
import { Run } from '../../entities/run.js';
import { Scheduler } from '../../entities/scheduler.js';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';

@ObjectType({ description: 'Where a scheduler stood at one moment.', simpleResolvers: true })
export class SchedulerStatus {
  @Field(() => DateTimeScalar, { description: 'When this was read.' })
  readonly occurredAt!: Date;

  @Field(() => Scheduler, { description: 'The scheduler at that moment.' })
  readonly scheduler!: Scheduler;

  @Field(() => Run, { nullable: true, description: 'Its latest run with its counts; null if it has never run.' })
  readonly latestRun!: Run | null;
}
