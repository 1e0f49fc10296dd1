import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'What devices have said of the messages of a run. Not every platform lets them.',
  simpleResolvers: true,
})
export class ReceiptCounts {
  @Field(() => Int, { description: 'Messages that devices have got.' })
  readonly delivered!: number;

  @Field(() => Int, { description: 'Messages that users have clicked.' })
  readonly clicked!: number;
}
