import { Field, ID, InputType } from 'type-graphql';
import { TrueScalar } from '../scalars/true-scalar.js';
import { OneOf } from './one-of.js';

@OneOf()
@InputType({ description: 'Which applications are in a group.' })
export class AppGroupMembersInput {
  @Field(() => TrueScalar, { nullable: true, description: 'All that are not archived, also those yet to come.' })
  all?: true;

  @Field(() => [ID], { nullable: true, description: 'These, at least one; none may be archived.' })
  ids?: string[];
}
