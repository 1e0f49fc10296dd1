import { Field, InputType } from 'type-graphql';
import { conditions, isOneOf } from '../paging/conditions.js';
import type { Condition } from '../paging/listing.js';

@InputType({ description: 'Which tags; all conditions must hold.' })
export class TagWhereInput {
  @Field(() => String, { nullable: true, description: 'A part of the tag; case counts, as it does for tags.' })
  nameContains?: string | null;

  @Field(() => [String], { nullable: true, description: 'One of these tags.' })
  names?: string[] | null;

  static toConditions(where: TagWhereInput | null | undefined): Condition[] {
    const part = where?.nameContains;
    return conditions(
      // LIKE would ignore case on one of the databases.
      part ? { sql: 'INSTR(t.name, ?) > 0', parameters: [part] } : null,
      isOneOf('name', where?.names),
    );
  }
}
