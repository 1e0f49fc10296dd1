import { Field, InputType } from 'type-graphql';

@InputType({ description: 'Credentials of PROVIDER_C, Apple (APNs). A part may be empty.' })
export class SigningKeyInput {
  @Field(() => String, { description: 'The topic: the bundle id of the application.' })
  topic!: string;

  @Field(() => String, { description: 'The id of the Apple team that the key belongs to.' })
  teamId!: string;

  @Field(() => String, { description: 'The id of the key.' })
  privateKeyId!: string;

  @Field(() => String, { description: 'The private key in PEM form: the text of the .p8 file.' })
  privateKey!: string;
}
