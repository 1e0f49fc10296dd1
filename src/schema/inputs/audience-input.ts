import { Field, InputType } from 'type-graphql';
import { AppsFilterInput } from './apps-filter-input.js';
import { CountriesFilterInput } from './countries-filter-input.js';
import { EventsFilterInput } from './events-filter-input.js';
import { LanguagesFilterInput } from './languages-filter-input.js';
import { TagsFilterInput } from './tags-filter-input.js';

@InputType({ description: 'Which devices: those that pass every filter. A filter that is left out lets all pass.' })
export class AudienceInput {
  @Field(() => AppsFilterInput, { description: 'By application.' })
  apps!: AppsFilterInput;

  @Field(() => CountriesFilterInput, { nullable: true, description: 'By country.' })
  countries?: CountriesFilterInput | null;

  @Field(() => LanguagesFilterInput, { nullable: true, description: 'By language.' })
  languages?: LanguagesFilterInput | null;

  @Field(() => TagsFilterInput, { nullable: true, description: 'By tag.' })
  tags?: TagsFilterInput | null;

  @Field(() => EventsFilterInput, { nullable: true, description: 'By history of events.' })
  events?: EventsFilterInput | null;
}
