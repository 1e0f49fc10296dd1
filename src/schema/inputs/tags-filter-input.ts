import { Field, InputType } from 'type-graphql';
import { OneOf } from './one-of.js';
import { SomeTagsInput } from './some-tags-input.js';
import { TagExceptionsInput } from './tag-exceptions-input.js';

@OneOf()
@InputType({ description: 'Which tags. Without this filter also devices that have none.' })
export class TagsFilterInput {
  @Field(() => TagExceptionsInput, { nullable: true, description: 'Devices that have any tag, with exceptions.' })
  anyTag?: TagExceptionsInput;

  @Field(() => SomeTagsInput, { nullable: true, description: 'Only devices with certain tags.' })
  include?: SomeTagsInput;

  @Field(() => TagExceptionsInput, {
    nullable: true,
    description: 'All devices, with or without tags, with exceptions.',
  })
  exclude?: TagExceptionsInput;
}
