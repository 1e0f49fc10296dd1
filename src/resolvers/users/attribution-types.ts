import { Field, InputType, Int, ObjectType } from 'type-graphql';

const CLICK = 'Seconds after a click in which an event is attributed to its run: 60 to 2,592,000 (30 days).';
const SEND = 'The same after a message was sent, for events without such a click: 0 to 2,592,000. 0: never.';

@ObjectType('Attribution', {
  simpleResolvers: true,
  description: 'Which run an event is attributed to: that of the last click, else that of the last message.',
})
export class AttributionType {
  @Field(() => Int, { description: CLICK })
  readonly clickWindow!: number;

  @Field(() => Int, { description: SEND })
  readonly sendWindow!: number;
}

@InputType({ description: 'Which run an event is attributed to.' })
export class AttributionInput {
  @Field(() => Int, { description: CLICK })
  clickWindow!: number;

  @Field(() => Int, { description: SEND })
  sendWindow!: number;
}
