import { Field, InputType, Int, ObjectType } from 'type-graphql';

const CLICK = 'Seconds after a click in which an event is attributed to its run: 60 to 2,592,000 (30 days).';
const SEND =
  'Seconds after a message in which an event without such a click is attributed to its run: 0 to 2,592,000. 0 turns this off.';

@ObjectType('Attribution', {
  simpleResolvers: true,
  description: 'Which run an event is attributed to: the run of the last click, or else of the last message.',
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
