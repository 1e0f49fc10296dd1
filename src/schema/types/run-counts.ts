import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'Messages by what became of them. One message is one push to one device.',
  simpleResolvers: true,
})
export class RunCounts {
  @Field(() => Int, {
    description: 'All messages that have an outcome so far, those that wait for another try included.',
  })
  readonly total!: number;

  @Field(() => Int, { description: 'The provider took them.' })
  readonly sent!: number;

  @Field(() => Int, { description: 'Refused for good.' })
  readonly failed!: number;

  @Field(() => Int, { description: 'The token was dead; the devices are retired.' })
  readonly invalidToken!: number;

  @Field(() => Int, { description: 'They wait for another try.' })
  readonly retrying!: number;

  @Field(() => Int, { description: 'Their time to live ended before a try succeeded.' })
  readonly expired!: number;

  @Field(() => Int, { description: 'The run was cancelled before they were sent.' })
  readonly cancelled!: number;
}
