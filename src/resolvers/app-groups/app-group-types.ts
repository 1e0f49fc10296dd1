import { Field, Int, ObjectType } from 'type-graphql';
import { AppGroup } from '../../entities/app-group.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CHANGE, BY_CREATION, BY_ID, BY_NAME } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { flag, partOf } from '../../schema/paging/where-fields.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

/** Its values are rows of `app_group`. */
@ObjectType('AppGroup', {
  implements: Node,
  simpleResolvers: true,
  description: 'A named set of applications that schedulers can include or exclude.',
})
export class AppGroupType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id, as in REST.' })
  readonly id!: number;

  @Field(() => String, { description: 'Name, 1 to 255 characters.' })
  readonly name!: string;

  @Field(() => Boolean, { description: 'True if the group consists of all applications that are not archived.' })
  readonly allApps!: boolean;

  @Field(() => Boolean, { description: 'True if archived: it contributes no applications until it is restored.' })
  readonly archived!: boolean;

  @Field(() => DateTimeScalar, { description: 'When the group was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the group was last changed.' })
  readonly updatedAt!: Date;
}

export const appGroupListing = defineListing({
  name: 'appGroup',
  noun: 'AppGroup',
  plural: 'application groups',
  type: () => AppGroupType,
  entity: AppGroup,
  table: 'app_group',
  key: [number('id')],
  sorts: { ID: BY_ID, NAME: BY_NAME, CREATED_AT: BY_CREATION, UPDATED_AT: BY_CHANGE },
  where: {
    archived: flag('archived', 'True: only archived groups. False: only the others.'),
    nameContains: partOf('name', 'Part of the name. ASCII letters match in either case.'),
  },
});
