import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Device } from '../../entities/device.js';
import { COUNT_OF_DEVICES } from '../../schema/limits/costly.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

/** Its values are rows of `device`. */
@ObjectType('Device', {
  implements: Node,
  simpleResolvers: true,
  description:
    'One installation of an application on one device. Its token, or the keys of its subscription, are never shown.',
})
export class DeviceType {
  @Field(() => String, { nullable: true, description: 'Its language, BCP 47 in canonical form; null if unknown.' })
  readonly language!: string | null;

  @Field(() => String, { nullable: true, description: 'Its country, ISO 3166-1 alpha-2; null if unknown.' })
  readonly country!: string | null;

  @Field(() => String, { nullable: true, description: 'Your own id of its user; null if you gave none.' })
  readonly externalUserId!: string | null;

  @Field(() => String, { nullable: true, description: 'Such as android, as it was told; null if it was not.' })
  readonly platform!: string | null;

  @Field(() => String, { nullable: true, description: 'The version of the application on it; null if unknown.' })
  readonly appVersion!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was first registered.' })
  readonly registeredAt!: Date;
}

export const DeviceConnection = connectionType('Device', 'devices', () => DeviceType, { countCost: COUNT_OF_DEVICES });

export const ExternalIdConnection = connectionType('ExternalId', 'external user ids', () => String);

@ObjectType({ description: 'The answer to a change of a device.', simpleResolvers: true })
export class DevicePayload {
  @Field(() => DeviceType, { nullable: true, description: 'The device as it is now; null if nothing was changed.' })
  readonly device!: Device | null;

  @Field(() => [UserError], { description: 'The rules that were broken; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'What became of one of several devices.', simpleResolvers: true })
export class DeviceRegistrationResult {
  @Field(() => Int, { description: 'Which of the devices, from 0.' })
  readonly index!: number;

  @Field(() => ID, { nullable: true, description: 'Global id of the device; null if it was refused.' })
  readonly deviceId!: string | null;

  @Field(() => DeviceType, {
    nullable: true,
    description: 'The device as it is now; null if it was refused, or has been deleted since.',
  })
  readonly device!: unknown;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is new; null if it was refused.' })
  readonly created!: boolean | null;

  @Field(() => [UserError], { description: 'The rules that it breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The answer to the registration of devices.', simpleResolvers: true })
export class DeviceRegistrationsPayload {
  @Field(() => [DeviceRegistrationResult], {
    description: 'One for each device, in that order; empty if none was looked at.',
  })
  readonly results!: readonly DeviceRegistrationResult[];

  @Field(() => [UserError], { description: 'What is wrong with the request as a whole; then nothing was registered.' })
  readonly userErrors!: readonly UserError[];
}
