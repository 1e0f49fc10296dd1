import { Field, ObjectType } from 'type-graphql';
import type { Scope } from '../../entities/api-key.js';
import { UserAccount } from '../../entities/user-account.js';
import { ScopeEnum } from '../enums/scope-enum.js';

@ObjectType({ description: 'Who asks: the owner of the API key, and what the key may do.', simpleResolvers: true })
export class Viewer {
  @Field(() => UserAccount, { description: 'The user who owns everything that this key can see.' })
  readonly user!: UserAccount;

  @Field(() => [ScopeEnum], { description: 'What this key may do.' })
  readonly scopes!: readonly Scope[];
}
