import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'Certain applications, by name or by group.' })
export class SomeAppsInput {
  @Field(() => [ID], { nullable: true, description: 'These applications.' })
  apps?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'The members of these application groups.' })
  groups?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Not these applications, though a group has them.' })
  exceptApps?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Not the members of these application groups.' })
  exceptGroups?: string[] | null;
}
