import { Field, InputType } from 'type-graphql';
import { AppProviderInput } from './app-provider-input.js';

@InputType({ description: 'A new application.' })
export class AppCreateInput {
  @Field(() => String, { description: 'The name, 1 to 255 printable characters.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Where it can be had: a URL of http, https or an own scheme.' })
  link?: string | null;

  @Field(() => AppProviderInput, { description: 'Who carries its messages.' })
  provider!: AppProviderInput;
}
