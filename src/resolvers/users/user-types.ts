import { Field, Int, ObjectType } from 'type-graphql';
import type { Scope } from '../../entities/api-key.js';
import { UserAccount } from '../../entities/user-account.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { ScopeEnum } from '../keys/api-key-types.js';

/** Its values are rows of `user_account`. */
@ObjectType('User', {
  implements: Node,
  simpleResolvers: true,
  description: 'Who owns applications, pushes, schedulers and everything else.',
})
export class UserType {
  @Field(() => Int, { name: 'databaseId', description: 'The number of the user.' })
  readonly id!: number;

  @Field(() => String, { description: 'The name.' })
  readonly name!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Since when it is suspended: nothing is sent, and its keys are refused, except to resume it; else null.',
  })
  readonly suspendedAt!: Date | null;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  readonly createdAt!: Date;
}

@ObjectType({ description: 'The answer to a change of a user.', simpleResolvers: true })
export class UserPayload {
  @Field(() => UserType, { nullable: true, description: 'The user as it is now; null if nothing was changed.' })
  readonly user!: UserAccount | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({
  description: 'Who asks: an API key or a member, whose account it is, and what it may do.',
  simpleResolvers: true,
})
export class Viewer {
  @Field(() => UserType, { description: 'The user, which is the account, who owns everything that you can see.' })
  readonly user!: UserAccount;

  @Field(() => [ScopeEnum], { description: 'What you may do.' })
  readonly scopes!: readonly Scope[];
}
