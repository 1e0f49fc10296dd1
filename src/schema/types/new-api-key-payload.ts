import { Field, ObjectType } from 'type-graphql';
import { ApiKey } from '../../entities/api-key.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to the making of an API key.', simpleResolvers: true })
export class NewApiKeyPayload {
  @Field(() => ApiKey, { nullable: true, description: 'What is known of the new key; null if none was made.' })
  readonly apiKey!: ApiKey | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The key itself, shown this once and not stored; null if none was made, and when an `idempotencyKey` is repeated.',
  })
  readonly secret!: string | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
