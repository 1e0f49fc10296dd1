import { Field, InputType } from 'type-graphql';
import { AllAppsInput } from './all-apps-input.js';
import { OneOf } from './one-of.js';
import { SomeAppsInput } from './some-apps-input.js';

@OneOf()
@InputType({ description: 'Which applications; it must leave at least one.' })
export class AppsFilterInput {
  @Field(() => AllAppsInput, { nullable: true, description: 'All, with exceptions.' })
  all?: AllAppsInput;

  @Field(() => SomeAppsInput, { nullable: true, description: 'Only certain ones.' })
  include?: SomeAppsInput;
}
