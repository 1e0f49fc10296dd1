import { Field, ObjectType } from 'type-graphql';
import { Scheduler } from '../../entities/scheduler.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a change of a scheduler.', simpleResolvers: true })
export class SchedulerPayload {
  @Field(() => Scheduler, { nullable: true, description: 'The scheduler as it is now; null if nothing was changed.' })
  readonly scheduler!: Scheduler | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
