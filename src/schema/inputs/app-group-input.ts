import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'An application group; an update replaces all of it.' })
export class AppGroupInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'It consists of all applications that are not archived, also those yet to come; left out: false.',
  })
  allApps?: boolean | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Its applications: with `allApps` none, else at least one; none may be archived.',
  })
  appIds?: string[] | null;
}
