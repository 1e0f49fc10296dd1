import { Field, Int, ObjectType } from 'type-graphql';
import type { Scope } from '../../entities/api-key.js';
import { UserAccount } from '../../entities/user-account.js';
import { Node } from '../../schema/node.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { ScopeEnum } from '../keys/api-key-types.js';

/** Its values are rows of `user_account`. */
@ObjectType('User', {
  implements: Node,
  simpleResolvers: true,
  description: 'An account, which owns applications, pushes, schedulers and everything else.',
})
export class UserType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id.' })
  readonly id!: number;

  @Field(() => String, { description: 'Name of the account.' })
  readonly name!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the account was suspended; null if it is not. While suspended, nothing is sent and its keys can only resume it.',
  })
  readonly suspendedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'IANA time zone of the account, for devices that never reported one; null counts as UTC.',
  })
  readonly timeZone!: string | null;

  @Field(() => DateTimeScalar, { description: 'When the account was created.' })
  readonly createdAt!: Date;
}

@ObjectType({
  description: 'The caller: an API key or a member, with the account and the permissions.',
  simpleResolvers: true,
})
export class Viewer {
  @Field(() => UserType, { description: 'The account, which owns everything that you can see.' })
  readonly user!: UserAccount;

  @Field(() => [ScopeEnum], { description: 'Permissions of the caller.' })
  readonly scopes!: readonly Scope[];
}
