import { Field, InputType } from 'type-graphql';
import { compare, conditions, contains, isOneOf } from '../paging/conditions.js';
import type { Condition } from '../paging/listing.js';

@InputType({ description: 'Which events; all conditions must hold.' })
export class CustomEventWhereInput {
  @Field(() => Boolean, { nullable: true, description: 'Active, or not; left out: both.' })
  active?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Those of the system, or your own; left out: both.' })
  system?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'With one of these codes.' })
  codes?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'A part of the name, without regard to the case of ASCII letters.',
  })
  nameContains?: string | null;

  static toConditions(where: CustomEventWhereInput | null | undefined): Condition[] {
    return conditions(
      compare('status', '=', where?.active === true ? 1 : where?.active === false ? 0 : null),
      systemCondition(where?.system),
      // What cannot be a code is left out: MySQL does not compare letters beyond ASCII with the column of codes.
      isOneOf(
        'code',
        where?.codes?.filter((code) => /^\w{1,64}$/.test(code)),
      ),
      contains('name', where?.nameContains),
    );
  }
}

const systemCondition = (system: boolean | null | undefined): Condition | null => {
  if (system === null || system === undefined) return null;
  return { sql: `t.user_id IS ${system ? '' : 'NOT '}NULL`, parameters: [] };
};
