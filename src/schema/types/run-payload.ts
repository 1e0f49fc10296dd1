import { Field, ObjectType } from 'type-graphql';
import { Run } from '../../entities/run.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a change of a run.', simpleResolvers: true })
export class RunPayload {
  @Field(() => Run, { nullable: true, description: 'The run as it is now; null if nothing was changed.' })
  readonly run!: Run | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
