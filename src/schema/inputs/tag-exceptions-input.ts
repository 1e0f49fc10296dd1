import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'Devices with certain audience tags, which are not reached; `{}` for none.' })
export class TagExceptionsInput {
  @Field(() => [String], { nullable: true, description: 'Not devices with one of these tags.' })
  exceptTags?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Not devices with a tag of these audience groups.' })
  exceptGroups?: string[] | null;
}
