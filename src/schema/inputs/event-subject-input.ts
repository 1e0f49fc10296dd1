import { Field, InputType } from 'type-graphql';
import { OneOf } from './one-of.js';

@OneOf()
@InputType({ description: 'Whose events they are.' })
export class EventSubjectInput {
  @Field(() => String, { nullable: true, description: 'One device, by the `device_id` that it got at registration.' })
  deviceId?: string;

  @Field(() => String, { nullable: true, description: 'Every device of this user in the application, by your own id.' })
  externalUserId?: string;
}
