import { Field, InputType } from 'type-graphql';
import type { SchedulerKind } from '../../entities/scheduler.js';
import { SchedulerKindEnum } from '../enums/scheduler-kind-enum.js';
import { compare, conditions, contains, isOneOf } from '../paging/conditions.js';
import type { Condition } from '../paging/listing.js';

@InputType({ description: 'Which schedulers; all conditions must hold.' })
export class SchedulerWhereInput {
  @Field(() => [SchedulerKindEnum], { nullable: true, description: 'Of one of these kinds.' })
  kind?: SchedulerKind[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Active, or not; left out: both.' })
  active?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Archived, or not; left out: both.' })
  archived?: boolean | null;

  @Field(() => String, { nullable: true, description: 'A part of the name, without regard to case.' })
  nameContains?: string | null;

  static toConditions(where: SchedulerWhereInput | null | undefined): Condition[] {
    return conditions(
      isOneOf('kind', where?.kind),
      compare('active', '=', where?.active),
      compare('archived', '=', where?.archived),
      contains('name_folded', where?.nameContains?.toLowerCase()),
    );
  }
}
