import { Field, ObjectType } from 'type-graphql';
import { TagGroup } from '../../entities/tag-group.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a change of a tag group.', simpleResolvers: true })
export class TagGroupPayload {
  @Field(() => TagGroup, { nullable: true, description: 'The group as it is now; null if nothing was changed.' })
  readonly tagGroup!: TagGroup | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
