import { Field, ID, ObjectType } from 'type-graphql';
import { TagGroup } from '../../entities/tag-group.js';

@ObjectType({ description: 'Which tags a scheduler reaches.', simpleResolvers: true })
export class SelectedTags {
  @Field(() => Boolean, { description: 'Only devices that have any tag at all.' })
  readonly anyTag!: boolean;

  @Field(() => Boolean, {
    description: 'Only devices of `include` or `includeGroups` are reached; if those are empty, none.',
  })
  readonly onlyIncluded!: boolean;

  @Field(() => [String], { description: 'Devices with at least one of these.' })
  readonly include!: readonly string[];

  @Field(() => [TagGroup], { description: 'Devices with at least one tag of these groups.' })
  readonly includeGroups!: unknown;

  @Field(() => [ID], {
    description:
      'Their ids. That of a deleted group stays if it was all that was included: nobody is reached, and an update must name another.',
  })
  readonly includeGroupIds!: readonly string[];

  @Field(() => [String], { description: 'Never devices with one of these.' })
  readonly exclude!: readonly string[];

  @Field(() => [TagGroup], { description: 'Never devices with a tag of these groups.' })
  readonly excludeGroups!: unknown;

  @Field(() => [ID], { description: 'Their ids.' })
  readonly excludeGroupIds!: readonly string[];
}
