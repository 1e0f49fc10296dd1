import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'Which applications; it must leave at least one.' })
export class AppsFilterInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'All that are not archived, also those yet to come; not together with `appIds` or `groupIds`.',
  })
  all?: boolean | null;

  @Field(() => [ID], { nullable: true, description: 'These applications.' })
  appIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'The members of these application groups.' })
  groupIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Never these applications.' })
  exceptAppIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Never the members of these application groups.' })
  exceptGroupIds?: string[] | null;
}
