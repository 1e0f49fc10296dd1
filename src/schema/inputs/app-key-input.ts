import { Field, InputType } from 'type-graphql';

@InputType({ description: 'Credentials of PROVIDER_B, OneSignal. A part may be empty.' })
export class AppKeyInput {
  @Field(() => String, { description: "OneSignal's id of the application (App ID)." })
  appId!: string;

  @Field(() => String, { description: "OneSignal's API key of the application." })
  apiKey!: string;
}
