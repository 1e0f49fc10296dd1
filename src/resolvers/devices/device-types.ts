import { Field, ID, Int, ObjectType } from 'type-graphql';
import { UserError } from '../../schema/mutations/user-errors.js';
import { Node } from '../../schema/node.js';
import { connectionType } from '../../schema/paging/connection-type.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

/** Its values are rows of `device`. */
@ObjectType('Device', {
  implements: Node,
  simpleResolvers: true,
  description: 'An installation of an application on a device. Its token or subscription keys are never returned.',
})
export class DeviceType {
  @Field(() => String, { nullable: true, description: 'Language as a canonical BCP 47 tag; null if unknown.' })
  readonly language!: string | null;

  @Field(() => String, { nullable: true, description: 'Country, ISO 3166-1 alpha-2; null if unknown.' })
  readonly country!: string | null;

  @Field(() => String, { nullable: true, description: 'Your own id for its user; null if you gave none.' })
  readonly externalUserId!: string | null;

  @Field(() => String, { nullable: true, description: 'Platform as reported, such as `android`; null if unknown.' })
  readonly platform!: string | null;

  @Field(() => String, { nullable: true, description: 'Version of the application; null if unknown.' })
  readonly appVersion!: string | null;

  @Field(() => DateTimeScalar, { description: 'When the device was first registered.' })
  readonly registeredAt!: Date;
}

export const ExternalIdConnection = connectionType('ExternalId', 'external user ids', { typeOf: () => String });

@ObjectType({ description: 'The result for one device of a bulk registration.', simpleResolvers: true })
export class DeviceRegistrationResult {
  @Field(() => Int, { description: 'Position in `devices`, from 0.' })
  readonly index!: number;

  @Field(() => ID, { nullable: true, description: 'Global id of the device; null if it was refused.' })
  readonly deviceId!: string | null;

  @Field(() => DeviceType, {
    nullable: true,
    description: 'The device in its current state; null if it was refused or has since been deleted.',
  })
  readonly device!: unknown;

  @Field(() => Boolean, { nullable: true, description: 'True if the device is new; null if it was refused.' })
  readonly created!: boolean | null;

  @Field(() => [UserError], { description: 'The rules that this device breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The result of a bulk registration.', simpleResolvers: true })
export class DeviceRegistrationsPayload {
  @Field(() => [DeviceRegistrationResult], {
    description: 'One result for each device, in the same order. Empty if the whole request was refused.',
  })
  readonly results!: readonly DeviceRegistrationResult[];

  @Field(() => [UserError], { description: 'Errors of the whole request. If there are any, nothing was registered.' })
  readonly userErrors!: readonly UserError[];
}
