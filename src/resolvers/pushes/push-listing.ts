import { Field, ID, InputType, registerEnumType } from 'type-graphql';
import { Push } from '../../entities/push.js';
import { databaseIdOf } from '../../schema/global-id.js';
import type { Scan } from '../../schema/limits/costly.js';
import {
  type Condition,
  compare,
  conditions,
  type Direction,
  isOneOf,
  type Listing,
  number,
  OrderDirectionEnum,
} from '../../schema/paging/listing.js';
import { pushesSaying } from '../../services/pushes/text-search.js';

export const PushSortEnum = {
  ID: 'ID',
  POSITION: 'POSITION',
  CREATED_AT: 'CREATED_AT',
  UPDATED_AT: 'UPDATED_AT',
} as const;
type PushSort = keyof typeof PushSortEnum;

registerEnumType(PushSortEnum, {
  name: 'PushSort',
  description: 'What pushes can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    POSITION: { description: 'The order in which they were bound to their scheduler and are sent.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last changed.' },
  },
});

export const pushListing: Listing<Push, PushSort> = {
  name: 'push',
  entity: Push,
  table: 'push',
  key: [number('id')],
  sorts: {
    ID: [],
    POSITION: [number('position')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};

/** A search looks into all texts. */
export const PUSH_SCAN: Scan = {
  cost: 500,
  where: ['archived', 'active', 'bound', 'schedulerIds'],
  orderBy: Object.keys(PushSortEnum),
};

/** A page of what is searched for is a long read. */
export const pushListingFor = (where: PushWhereInput | null | undefined): typeof pushListing =>
  where?.search ? SEARCHED : pushListing;

const SEARCHED = { ...pushListing, isLarge: true } as const;

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

  @Field(() => String, {
    nullable: true,
    description:
      'A part of its name, or of a title or text of any language, without regard to case; at most 100 characters.',
  })
  search?: string | null;

  static toConditions(where: PushWhereInput | null | undefined): Condition[] {
    const schedulerIds = where?.schedulerIds?.flatMap((id) => databaseIdOf('Scheduler', id) ?? []);
    return conditions(
      compare('archived', '=', where?.archived),
      compare('status', '=', where?.active === true ? 1 : where?.active === false ? 0 : null),
      boundCondition(where?.bound),
      isOneOf('scheduler_id', schedulerIds),
      where?.search ? pushesSaying(where.search) : null,
    );
  }
}

const boundCondition = (bound: boolean | null | undefined): Condition | null => {
  if (bound === null || bound === undefined) return null;
  return { sql: `t.scheduler_id IS ${bound ? 'NOT ' : ''}NULL`, parameters: [] };
};

@InputType({ description: 'How to sort pushes. Equals are sorted by id.' })
export class PushOrderInput {
  @Field(() => PushSortEnum, { description: 'By what.' })
  field!: keyof typeof PushSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
