import { Field, InputType } from 'type-graphql';
import { AppGroupMembersInput } from './app-group-members-input.js';

@InputType({ description: 'An application group; an update replaces all of it.' })
export class AppGroupInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => AppGroupMembersInput, { description: 'Its applications.' })
  apps!: AppGroupMembersInput;
}
