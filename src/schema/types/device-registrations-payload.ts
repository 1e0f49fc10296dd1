import { Field, ObjectType } from 'type-graphql';
import { DeviceRegistrationResult } from './device-registration-result.js';
import { UserError } from './user-error.js';

@ObjectType({ description: 'The answer to the registration of devices.', simpleResolvers: true })
export class DeviceRegistrationsPayload {
  @Field(() => [DeviceRegistrationResult], {
    description: 'One for each device, in that order; empty if none was looked at.',
  })
  readonly results!: readonly DeviceRegistrationResult[];

  @Field(() => [UserError], { description: 'What is wrong with the request as a whole; then nothing was registered.' })
  readonly userErrors!: readonly UserError[];
}
