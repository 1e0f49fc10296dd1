import { Field, InputType } from 'type-graphql';
import { ApiKey } from '../../entities/api-key.js';
import { conditions } from '../../schema/paging/conditions.js';
import { type Condition, type Listing, number } from '../../schema/paging/listing.js';

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
