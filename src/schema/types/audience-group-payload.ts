import { Field, ObjectType } from 'type-graphql';
import { AudienceGroup } from '../../entities/audience-group.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a change of an audience group.', simpleResolvers: true })
export class AudienceGroupPayload {
  @Field(() => AudienceGroup, { nullable: true, description: 'The group as it is now; null if nothing was changed.' })
  readonly audienceGroup!: AudienceGroup | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
