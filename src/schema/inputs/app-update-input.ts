import { Field, InputType } from 'type-graphql';
import type { IdentityVerification } from '../../entities/app.js';
import { IdentityVerificationEnum } from '../enums/identity-verification-enum.js';

@InputType({ description: 'What to change of an application. What is left out stays.' })
export class AppUpdateInput {
  @Field(() => String, { nullable: true, description: 'The name, 1 to 255 printable characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Where it can be had; null clears it.' })
  link?: string | null;

  @Field(() => IdentityVerificationEnum, {
    nullable: true,
    description:
      'Whether devices must prove whose they are. Requiring it makes the first secret, if there is none yet. Devices keep the `externalUserId` and tags that they have.',
  })
  identityVerification?: IdentityVerification | null;
}
