import { Field, ObjectType } from 'type-graphql';
import { ApiKey, type Scope } from '../../entities/api-key.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { number } from '../../schema/paging/listing.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

export const ScopeEnum = defineMappedEnum('Scope', 'A permission of an API key.', {
  READ: ['read', 'Run queries and subscriptions.'],
  DRAFT: ['draft', 'Save drafts of campaigns, and change nothing else. Included in WRITE.'],
  WRITE: ['write', 'Create, change and delete.'],
  SEND: ['send', 'Activate schedulers and send messages.'],
}) satisfies Record<string, Scope>;

/** Its values are rows of `api_key`. */
@ObjectType('ApiKey', {
  implements: Node,
  simpleResolvers: true,
  description: 'An API key of this service. The key itself is shown only once, when it is created.',
})
export class ApiKeyType {
  @Field(() => String, { nullable: true, description: 'Name that states its purpose; null if it has none.' })
  readonly name!: string | null;

  @Field(() => String, { description: 'First characters of the key, to tell keys apart.' })
  readonly prefix!: string;

  @Field(() => [ScopeEnum], { description: 'Permissions of the key.' })
  readonly scopes!: Scope[];

  @Field(() => DateTimeScalar, { description: 'When the key was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the key expires; null if never.' })
  readonly expiresAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the key was revoked; null if it was not.' })
  readonly revokedAt!: Date | null;
}

const VALID = 't.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ?)';

export const apiKeyListing = defineListing({
  name: 'apiKey',
  noun: 'ApiKey',
  plural: 'API keys',
  type: () => ApiKeyType,
  entity: ApiKey,
  table: 'api_key',
  omit: ['hash'],
  key: [number('id')],
  sorts: { ID: { by: [] } },
  where: {
    active: {
      type: () => Boolean,
      description: 'True: only keys that are valid now. False: only revoked and expired ones.',
      toCondition: (active: boolean, { services }) => ({
        sql: active ? VALID : `NOT (${VALID})`,
        parameters: [services.apiKeys.now()],
      }),
    },
  },
});
