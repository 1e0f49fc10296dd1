import { Field, InputType } from 'type-graphql';
import type { IdentityVerification } from '../../entities/app.js';
import { IdentityVerificationEnum } from './app-types.js';
import { AppProviderInput } from './credentials-inputs.js';

@InputType({ description: 'A new application.' })
export class AppCreateInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Where it can be had: a URL of http, https or an own scheme.' })
  link?: string | null;

  @Field(() => AppProviderInput, { description: 'Who carries its messages.' })
  provider!: AppProviderInput;
}

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
