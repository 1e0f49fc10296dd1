import { Field, ObjectType } from 'type-graphql';
import { AudienceGroup } from '../../entities/audience-group.js';

@ObjectType({ description: 'Which audience tags a scheduler reaches.', simpleResolvers: true })
export class SelectedTags {
  @Field(() => Boolean, { description: 'Only devices that have any tag at all.' })
  readonly anyTag!: boolean;

  @Field(() => Boolean, {
    description: 'Only devices of `include` or `includeGroups` are reached; if those are empty, none.',
  })
  readonly onlyIncluded!: boolean;

  @Field(() => [String], { description: 'Devices with at least one of these.' })
  readonly include!: readonly string[];

  @Field(() => [AudienceGroup], { description: 'Devices with at least one tag of these groups.' })
  readonly includeGroups!: unknown;

  @Field(() => [String], { description: 'Never devices with one of these.' })
  readonly exclude!: readonly string[];

  @Field(() => [AudienceGroup], { description: 'Never devices with a tag of these groups.' })
  readonly excludeGroups!: unknown;
}
