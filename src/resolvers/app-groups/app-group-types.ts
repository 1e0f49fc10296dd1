import { Field, Int, ObjectType } from 'type-graphql';
import { AppGroup } from '../../entities/app-group.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

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
