import { Field, ObjectType } from 'type-graphql';
import { Device } from '../../entities/device.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to a change of a device.', simpleResolvers: true })
export class DevicePayload {
  @Field(() => Device, { nullable: true, description: 'The device as it is now; null if nothing was changed.' })
  readonly device!: Device | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}
