import { Field, ObjectType } from 'type-graphql';
import { AppGroup } from '../../entities/app-group.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a change of an application group.', simpleResolvers: true })
export class AppGroupPayload {
  @Field(() => AppGroup, { nullable: true, description: 'The group as it is now; null if nothing was changed.' })
  readonly appGroup!: AppGroup | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
