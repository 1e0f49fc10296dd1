import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AppGroup } from '../../entities/app-group.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import {
  type Condition,
  compare,
  conditions,
  contains,
  type Direction,
  type Listing,
  number,
  OrderDirectionEnum,
  text,
} from '../../schema/paging/listing.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { appListing } from '../apps/app-listing.js';

/** Its values are rows of `app_group`. */
@ObjectType('AppGroup', {
  implements: Node,
  simpleResolvers: true,
  description: 'A set of applications that schedulers can name as one.',
})
export class AppGroupType {
  @Field(() => Int, { name: 'databaseId', description: 'The id in REST.' })
  readonly id!: number;

  @Field(() => String, { description: 'The name, 1 to 255 characters.' })
  readonly name!: string;

  @Field(() => Boolean, { description: 'It consists of all applications that are not archived.' })
  readonly allApps!: boolean;

  @Field(() => Boolean, { description: 'Archived: it contributes no applications until it is restored.' })
  readonly archived!: boolean;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  readonly updatedAt!: Date;
}

export const AppGroupConnection = connectionType('AppGroup', 'application groups', () => AppGroupType);

@ObjectType({ description: 'The answer to a change of an application group.', simpleResolvers: true })
export class AppGroupPayload {
  @Field(() => AppGroupType, { nullable: true, description: 'The group as it is now; null if nothing was changed.' })
  readonly appGroup!: AppGroup | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

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
