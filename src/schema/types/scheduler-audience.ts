import { Field, ObjectType } from 'type-graphql';
import { SelectedApps } from './selected-apps.js';
import { SelectedCountries } from './selected-countries.js';
import { SelectedEvents } from './selected-events.js';
import { SelectedLanguages } from './selected-languages.js';
import { SelectedTags } from './selected-tags.js';

@ObjectType({ description: 'Which devices a scheduler sends to: those that pass every filter.', simpleResolvers: true })
export class SchedulerAudience {
  @Field(() => SelectedApps, { description: 'By application.' })
  readonly apps!: SelectedApps;

  @Field(() => SelectedCountries, { description: 'By country.' })
  readonly countries!: SelectedCountries;

  @Field(() => SelectedLanguages, { description: 'By language.' })
  readonly languages!: SelectedLanguages;

  @Field(() => SelectedTags, { description: 'By tag.' })
  readonly tags!: SelectedTags;

  @Field(() => SelectedEvents, { description: 'By history of events.' })
  readonly events!: SelectedEvents;
}
