import { Field, Int, ObjectType } from 'type-graphql';
import { Push } from '../../entities/push.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'What became of one of several inputs.', simpleResolvers: true })
export class PushCreateResult {
  @Field(() => Int, { description: 'Which of the inputs, from 0.' })
  readonly index!: number;

  @Field(() => Push, { nullable: true, description: 'The new push; null if this input was refused.' })
  readonly push!: Push | null;

  @Field(() => [UserError], { description: 'The rules that this input breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
