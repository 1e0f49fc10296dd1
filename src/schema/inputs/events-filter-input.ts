import { Field, InputType } from 'type-graphql';

@InputType({
  description: 'Which events a device must have in its history, or must not. For auto-push also what starts it.',
})
export class EventsFilterInput {
  @Field(() => [String], {
    nullable: true,
    description:
      'Codes of events, one of which the device must have; left out it is `install`, which every device has.',
  })
  include?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Codes of events that the device must not have.' })
  exclude?: string[] | null;
}
