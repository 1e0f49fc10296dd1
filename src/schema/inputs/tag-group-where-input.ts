import { Field, InputType } from 'type-graphql';
import { conditions, contains } from '../paging/conditions.js';
import type { Condition } from '../paging/listing.js';

@InputType({ description: 'Which tag groups; all conditions must hold.' })
export class TagGroupWhereInput {
  @Field(() => String, {
    nullable: true,
    description: 'A part of the name, without regard to the case of ASCII letters.',
  })
  nameContains?: string | null;

  static toConditions(where: TagGroupWhereInput | null | undefined): Condition[] {
    return conditions(contains('name', where?.nameContains));
  }
}
