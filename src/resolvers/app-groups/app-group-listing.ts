import { Field, InputType, registerEnumType } from 'type-graphql';
import { AppGroup } from '../../entities/app-group.js';
import { compare, conditions, contains } from '../../schema/paging/conditions.js';
import {
  type Condition,
  type Direction,
  type Listing,
  number,
  OrderDirectionEnum,
  text,
} from '../../schema/paging/listing.js';
import { appListing } from '../apps/app-listing.js';

export const AppGroupSortEnum = { ID: 'ID', NAME: 'NAME', CREATED_AT: 'CREATED_AT', UPDATED_AT: 'UPDATED_AT' } as const;
type AppGroupSort = keyof typeof AppGroupSortEnum;

registerEnumType(AppGroupSortEnum, {
  name: 'AppGroupSort',
  description: 'What application groups can be sorted by.',
  valuesConfig: {
    ID: { description: 'The id: the order in which they were created.' },
    NAME: { description: 'The name.' },
    CREATED_AT: { description: 'When it was created.' },
    UPDATED_AT: { description: 'When it was last changed.' },
  },
});

export const appGroupListing: Listing<AppGroup, AppGroupSort> = {
  name: 'appGroup',
  entity: AppGroup,
  table: 'app_group',
  key: [number('id')],
  sorts: {
    ID: [],
    NAME: [text('name')],
    CREATED_AT: [number('created_at')],
    UPDATED_AT: [number('updated_at')],
  },
};

/**
 * The applications of groups, by `app_group_id` (docs/rules.md#scheduler-apps); whether the group is archived does not
 * matter.
 */
export const memberListing: typeof appListing = {
  ...appListing,
  name: 'member',
  table: `(SELECT a.*, g.id AS app_group_id FROM app_group g JOIN app a ON a.user_id = g.user_id
    LEFT JOIN app_group_member m ON m.group_id = g.id AND m.app_id = a.id
    WHERE m.app_id IS NOT NULL OR (g.all_apps = 1 AND a.archived = 0))`,
};

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

@InputType({ description: 'How to sort application groups. Equals are sorted by id.' })
export class AppGroupOrderInput {
  @Field(() => AppGroupSortEnum, { description: 'By what.' })
  field!: keyof typeof AppGroupSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}
