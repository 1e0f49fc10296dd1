import { Field, InputType } from 'type-graphql';

@InputType({ description: 'Credentials of PROVIDER_B. A part may be empty.' })
export class AppKeyInput {
  @Field(() => String, { description: "The provider's id of the application." })
  appId!: string;

  @Field(() => String, { description: "The provider's API key." })
  apiKey!: string;
}
