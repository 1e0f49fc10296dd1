import { Field, ID, InputType } from 'type-graphql';
import { OneOf } from './one-of.js';

@OneOf()
@InputType({ description: 'Whose events they are.' })
export class EventSubjectInput {
  @Field(() => ID, { nullable: true, description: 'One device, by its global id.' })
  deviceId?: string;

  @Field(() => String, { nullable: true, description: 'Every device of this user in the application, by your own id.' })
  externalUserId?: string;
}
