import { Field, ObjectType } from 'type-graphql';
import { PushCreateResult } from './push-create-result.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to the creation of several pushes.', simpleResolvers: true })
export class PushesPayload {
  @Field(() => [PushCreateResult], { description: 'One for each input, in that order; empty if none was looked at.' })
  readonly results!: readonly PushCreateResult[];

  @Field(() => [UserError], { description: 'What is wrong with the request as a whole; then nothing was created.' })
  readonly userErrors!: readonly UserError[];
}
