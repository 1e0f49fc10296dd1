import { Field, InputType } from 'type-graphql';
import { compare, conditions, contains } from '../paging/conditions.js';
import type { Condition } from '../paging/listing.js';

@InputType({ description: 'Which application groups; all conditions must hold.' })
export class AppGroupWhereInput {
  @Field(() => Boolean, { nullable: true, description: 'Archived, or not; left out: both.' })
  archived?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'A part of the name, without regard to the case of ASCII letters.',
  })
  nameContains?: string | null;

  static toConditions(where: AppGroupWhereInput | null | undefined): Condition[] {
    return conditions(compare('archived', '=', where?.archived), contains('name', where?.nameContains));
  }
}
