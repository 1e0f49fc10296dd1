import { Field, ID, InputType } from 'type-graphql';
import { CountryCodeScalar, LanguageTagScalar } from '../../schema/scalars/scalars.js';

@InputType({ description: 'Which applications; it must leave at least one.' })
export class AppsFilterInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'All that are not archived, also those yet to come; not together with `appIds` or `groupIds`.',
  })
  all?: boolean | null;

  @Field(() => [ID], { nullable: true, description: 'These applications.' })
  appIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'The members of these application groups.' })
  groupIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Never these applications.' })
  exceptAppIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Never the members of these application groups.' })
  exceptGroupIds?: string[] | null;
}

@InputType({ description: 'Which countries. Without `include` and `exclude` devices of any country.' })
export class CountriesFilterInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'All countries, except those in `exclude`; left out: true if there are any in it.',
  })
  all?: boolean | null;

  @Field(() => [CountryCodeScalar], { nullable: true, description: 'Only these; empty means no such filter.' })
  include?: string[] | null;

  @Field(() => [CountryCodeScalar], { nullable: true, description: 'All but these.' })
  exclude?: string[] | null;
}

@InputType({
  description: 'Which events a device must have in its history, or must not. For auto-push also what starts it.',
})
export class EventsFilterInput {
  @Field(() => [String], {
    nullable: true,
    description:
      'Codes of events, one of which the device must have; left out it is `install`, which every device has.',
  })
  include?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Codes of events that the device must not have.' })
  exclude?: string[] | null;
}

@InputType({ description: 'Which languages. `pt` reaches `pt-BR`, and `pt-BR` only itself.' })
export class LanguagesFilterInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'All languages, except those in `exclude`; left out: true if there are any in it.',
  })
  all?: boolean | null;

  @Field(() => [LanguageTagScalar], { nullable: true, description: 'Only these; empty means no such filter.' })
  include?: string[] | null;

  @Field(() => [LanguageTagScalar], { nullable: true, description: 'All but these.' })
  exclude?: string[] | null;
}

@InputType({ description: 'Which tags. Without any of these also devices that have none.' })
export class TagsFilterInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Only devices that have any tag at all; not together with `include` or `includeGroupIds`.',
  })
  anyTag?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only devices with at least one of these, or of `includeGroupIds`.',
  })
  include?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Only devices with at least one tag of these groups, or of `include`.',
  })
  includeGroupIds?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Never devices with one of these.' })
  exclude?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Never devices with a tag of these groups.' })
  excludeGroupIds?: string[] | null;
}

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
