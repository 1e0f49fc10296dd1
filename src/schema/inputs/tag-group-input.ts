import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A tag group; an update replaces all of it.' })
export class TagGroupInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => [String], {
    description:
      'Its tags, up to 10,000; they need not exist yet. With none the group is empty: schedulers that include nothing else reach nobody.',
  })
  tags!: string[];
}
