import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Device } from '../../entities/device.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'What became of one of several devices.', simpleResolvers: true })
export class DeviceRegistrationResult {
  @Field(() => Int, { description: 'Which of the devices, from 0.' })
  readonly index!: number;

  @Field(() => ID, { nullable: true, description: 'Global id of the device; null if it was refused.' })
  readonly deviceId!: string | null;

  @Field(() => Device, {
    nullable: true,
    description: 'The device as it is now; null if it was refused, or has been deleted since.',
  })
  readonly device!: unknown;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is new; null if it was refused.' })
  readonly created!: boolean | null;

  @Field(() => [UserError], { description: 'The rules that it breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
