import { Field, ObjectType } from 'type-graphql';
import { Push } from '../../entities/push.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a change of a push.', simpleResolvers: true })
export class PushPayload {
  @Field(() => Push, { nullable: true, description: 'The push as it is now; null if nothing was changed.' })
  readonly push!: Push | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
