import { Field, FieldResolver, Float, InputType, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { UserAccount } from '../../entities/user-account.js';
import type { Holdout } from '../../ports/experiment.js';
import { Reads } from '../../schema/columns/reads.js';
import { UserType } from './user-types.js';

const DESCRIPTION =
  'A share of users who get no messages of the account, so that the effect of all messages can be measured. Messages of TRANSACTIONAL categories ignore it.';
const SHARE = 'This share of users gets nothing: 0 to 0.15.';
const GENERATION = 'Each generation holds out other users: a whole number from 1.';

@ObjectType('Holdout', { simpleResolvers: true, description: DESCRIPTION })
export class HoldoutType {
  @Field(() => Float, { description: SHARE })
  readonly share!: number;

  @Field(() => Int, { description: GENERATION })
  readonly generation!: number;
}

@InputType({ description: DESCRIPTION })
export class HoldoutInput {
  @Field(() => Float, { description: SHARE })
  share!: number;

  @Field(() => Int, { nullable: true, description: `${GENERATION} 1 if omitted.` })
  generation?: number | null;
}

/** Copies the fields, because inputs have prototypes of their own and columns store plain objects. */
export const toHoldout = (input: HoldoutInput | null): Holdout | null =>
  input && { share: input.share, generation: input.generation ?? 1 };

@Resolver(() => UserType)
export class HoldoutResolver {
  @Reads<UserAccount>('holdout')
  @FieldResolver(() => HoldoutType, { nullable: true, description: 'The holdout of the account; null if it has none.' })
  holdout(@Root() { holdout }: UserAccount): Holdout | null {
    return holdout;
  }
}
