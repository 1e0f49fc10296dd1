import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A custom event; an update replaces all of it.' })
export class CustomEventInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => String, {
    description: '1 to 64 letters, digits and underscores; no other event of yours, nor of the system, has it.',
  })
  code!: string;
}
