import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { ApiKey, type Scope } from '../../entities/api-key.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { type Condition, conditions, type Listing, number } from '../../schema/paging/listing.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

export const ScopeEnum = {
  READ: 'read',
  WRITE: 'write',
  SEND: 'send',
} as const satisfies Record<string, Scope>;

registerEnumType(ScopeEnum, {
  name: 'Scope',
  description: 'What an API key may do.',
  valuesConfig: {
    READ: { description: 'Queries and subscriptions.' },
    WRITE: { description: 'Create, change and delete.' },
    SEND: { description: 'Activate schedulers, which sends messages.' },
  },
});

/** Its values are rows of `api_key`. */
@ObjectType('ApiKey', {
  implements: Node,
  simpleResolvers: true,
  description: 'A key to this service, without the key itself, which is shown once when it is made.',
})
export class ApiKeyType {
  @Field(() => String, { nullable: true, description: 'What it is for; null if it was given no name.' })
  readonly name!: string | null;

  @Field(() => String, { description: 'Its first characters, to tell keys apart.' })
  readonly prefix!: string;

  @Field(() => [ScopeEnum], { description: 'What it may do.' })
  readonly scopes!: Scope[];

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'It is good until then; null: without end.' })
  readonly expiresAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was revoked; null: it was not.' })
  readonly revokedAt!: Date | null;
}

export const ApiKeyConnection = connectionType('ApiKey', 'API keys', () => ApiKeyType);

@ObjectType({ description: 'The answer to a change of an API key.', simpleResolvers: true })
export class ApiKeyPayload {
  @Field(() => ApiKeyType, { nullable: true, description: 'The key as it is now; null if nothing was changed.' })
  readonly apiKey!: ApiKey | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The answer to the making of an API key.', simpleResolvers: true })
export class NewApiKeyPayload {
  @Field(() => ApiKeyType, { nullable: true, description: 'What is known of the new key; null if none was made.' })
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

export const apiKeyListing: Listing<ApiKey, 'ID'> = {
  name: 'apiKey',
  entity: ApiKey,
  table: 'api_key',
  omit: ['hash'],
  key: [number('id')],
  sorts: { ID: [] },
};

@InputType({ description: 'Which API keys.' })
export class ApiKeyWhereInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Good now, or revoked or expired; left out: both.',
  })
  active?: boolean | null;

  static toConditions(where: ApiKeyWhereInput | null | undefined, now: number): Condition[] {
    if (where?.active === null || where?.active === undefined) return [];
    const good = 't.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ?)';
    return conditions({ sql: where.active ? good : `NOT (${good})`, parameters: [now] });
  }
}
