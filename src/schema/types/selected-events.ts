import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Which events a device must have in its history, or must not.', simpleResolvers: true })
export class SelectedEvents {
  @Field(() => [String], { description: 'Codes of events; empty means `install`, which every device has.' })
  readonly include!: readonly string[];

  @Field(() => [String], { description: 'Codes of events that the device must not have.' })
  readonly exclude!: readonly string[];
}
