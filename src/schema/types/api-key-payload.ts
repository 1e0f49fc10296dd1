import { Field, ObjectType } from 'type-graphql';
import { ApiKey } from '../../entities/api-key.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a change of an API key.', simpleResolvers: true })
export class ApiKeyPayload {
  @Field(() => ApiKey, { nullable: true, description: 'The key as it is now; null if nothing was changed.' })
  readonly apiKey!: ApiKey | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
