import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'Devices with certain tags, by name or by group.' })
export class SomeTagsInput {
  @Field(() => [String], { nullable: true, description: 'Devices with at least one of these tags.' })
  tags?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Devices with at least one tag of these tag groups.' })
  groups?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Not devices with one of these tags.' })
  exceptTags?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Not devices with a tag of these tag groups.' })
  exceptGroups?: string[] | null;
}
