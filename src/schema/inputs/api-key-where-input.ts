import { Field, InputType } from 'type-graphql';
import { conditions } from '../paging/conditions.js';
import type { Condition } from '../paging/listing.js';

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
