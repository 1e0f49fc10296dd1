import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'Which tags. Without any of these also devices that have none.' })
export class TagsFilterInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Only devices that have any tag at all; not together with `include` or `includeGroupIds`.',
  })
  anyTag?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only devices with at least one of these, or of `includeGroupIds`.',
  })
  include?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Only devices with at least one tag of these groups, or of `include`.',
  })
  includeGroupIds?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Never devices with one of these.' })
  exclude?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Never devices with a tag of these groups.' })
  excludeGroupIds?: string[] | null;
}
