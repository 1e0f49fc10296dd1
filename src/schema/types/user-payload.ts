import { Field, ObjectType } from 'type-graphql';
import { UserAccount } from '../../entities/user-account.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a change of a user.', simpleResolvers: true })
export class UserPayload {
  @Field(() => UserAccount, { nullable: true, description: 'The user as it is now; null if nothing was changed.' })
  readonly user!: UserAccount | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
