import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'All applications, also those yet to come; `{}` for no exceptions.' })
export class AllAppsInput {
  @Field(() => [ID], { nullable: true, description: 'Not these applications.' })
  exceptApps?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Not the members of these application groups.' })
  exceptGroups?: string[] | null;
}
