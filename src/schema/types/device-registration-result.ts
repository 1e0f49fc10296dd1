import { Field, Int, ObjectType } from 'type-graphql';
import { UserError } from './user-error.js';

@ObjectType({ description: 'What became of one of several devices.', simpleResolvers: true })
export class DeviceRegistrationResult {
  @Field(() => Int, { description: 'Which of the devices, from 0.' })
  readonly index!: number;

  @Field(() => String, { nullable: true, description: 'Its `device_id`; null if it was refused.' })
  readonly deviceId!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is new; null if it was refused.' })
  readonly created!: boolean | null;

  @Field(() => [UserError], { description: 'The rules that it breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
