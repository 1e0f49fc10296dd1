import { Field, ID, InputType } from 'type-graphql';
import { databaseIdOf } from '../global-id.js';
import { compare, conditions, isOneOf } from '../paging/conditions.js';
import type { Condition } from '../paging/listing.js';

@InputType({ description: 'Which pushes; all conditions must hold.' })
export class PushWhereInput {
  @Field(() => Boolean, { nullable: true, description: 'Archived, or not; left out: both.' })
  archived?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Active, or deactivated; left out: both.' })
  active?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Bound to any scheduler, or to none; left out: both.' })
  bound?: boolean | null;

  @Field(() => [ID], { nullable: true, description: 'Bound to one of these schedulers.' })
  schedulerIds?: string[] | null;

  static toConditions(where: PushWhereInput | null | undefined): Condition[] {
    const schedulerIds = where?.schedulerIds?.flatMap((id) => databaseIdOf('Scheduler', id) ?? []);
    return conditions(
      compare('archived', '=', where?.archived),
      compare('status', '=', where?.active === true ? 1 : where?.active === false ? 0 : null),
      boundCondition(where?.bound),
      isOneOf('scheduler_id', schedulerIds),
    );
  }
}

const boundCondition = (bound: boolean | null | undefined): Condition | null => {
  if (bound === null || bound === undefined) return null;
  return { sql: `t.scheduler_id IS ${bound ? 'NOT ' : ''}NULL`, parameters: [] };
};
