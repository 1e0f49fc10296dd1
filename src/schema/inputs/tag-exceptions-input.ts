import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'Devices with certain tags, which are not reached; `{}` for none.' })
export class TagExceptionsInput {
  @Field(() => [String], { nullable: true, description: 'Not devices with one of these tags.' })
  exceptTags?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Not devices with a tag of these tag groups.' })
  exceptGroups?: string[] | null;
}
