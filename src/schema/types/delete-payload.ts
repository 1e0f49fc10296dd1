import { Field, ID, ObjectType } from 'type-graphql';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a deletion.', simpleResolvers: true })
export class DeletePayload {
  @Field(() => ID, { nullable: true, description: 'The id of what is gone; null if nothing was deleted.' })
  readonly deletedId!: string | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
