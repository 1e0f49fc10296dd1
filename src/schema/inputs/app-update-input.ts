import { Field, InputType } from 'type-graphql';

@InputType({ description: 'What to change of an application. What is left out stays.' })
export class AppUpdateInput {
  @Field(() => String, { nullable: true, description: 'The name, 1 to 255 printable characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Where it can be had; null clears it.' })
  link?: string | null;
}
