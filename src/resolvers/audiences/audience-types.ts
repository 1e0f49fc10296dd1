import { Field, ID, ObjectType } from 'type-graphql';
import { CountryCodeScalar, LanguageTagScalar } from '../../schema/scalars/scalars.js';
import { AppGroupType } from '../app-groups/app-group-types.js';
import { AppType } from '../apps/app-types.js';
import { TagGroupType } from '../tags/tag-types.js';

@ObjectType({
  description: 'Which applications a scheduler sends to. It is worked out when it runs, so group changes count.',
  simpleResolvers: true,
})
export class SelectedApps {
  @Field(() => Boolean, { description: 'All applications that are not archived, also those yet to come.' })
  readonly all!: boolean;

  @Field(() => [AppType], { description: 'These applications; empty if `all`.' })
  readonly apps!: unknown;

  @Field(() => [ID], { description: 'Their ids, as the input takes them.' })
  readonly appIds!: readonly string[];

  @Field(() => [AppGroupType], { description: 'The members of these groups; empty if `all`.' })
  readonly groups!: unknown;

  @Field(() => [ID], { description: 'Their ids.' })
  readonly groupIds!: readonly string[];

  @Field(() => [AppType], { description: 'Never these applications.' })
  readonly exceptApps!: unknown;

  @Field(() => [ID], { description: 'Their ids.' })
  readonly exceptAppIds!: readonly string[];

  @Field(() => [AppGroupType], { description: 'Never the members of these groups.' })
  readonly exceptGroups!: unknown;

  @Field(() => [ID], { description: 'Their ids.' })
  readonly exceptGroupIds!: readonly string[];
}

@ObjectType({
  description: 'Which countries a scheduler reaches. Without `include` and `exclude` devices of any country.',
  simpleResolvers: true,
})
export class SelectedCountries {
  @Field(() => Boolean, { description: 'All countries, except those in `exclude`.' })
  readonly all!: boolean;

  @Field(() => [CountryCodeScalar], { description: 'Only these; empty means no such filter.' })
  readonly include!: readonly string[];

  @Field(() => [CountryCodeScalar], { description: 'All but these.' })
  readonly exclude!: readonly string[];
}

@ObjectType({ description: 'Which events a device must have in its history, or must not.', simpleResolvers: true })
export class SelectedEvents {
  @Field(() => [String], { description: 'Codes of events; empty means `install`, which every device has.' })
  readonly include!: readonly string[];

  @Field(() => [String], { description: 'Codes of events that the device must not have.' })
  readonly exclude!: readonly string[];
}

@ObjectType({
  description: 'Which languages a scheduler reaches. `pt` reaches `pt-BR`, and `pt-BR` only itself.',
  simpleResolvers: true,
})
export class SelectedLanguages {
  @Field(() => Boolean, { description: 'All languages, except those in `exclude`.' })
  readonly all!: boolean;

  @Field(() => [LanguageTagScalar], { description: 'Only these; empty means no such filter.' })
  readonly include!: readonly string[];

  @Field(() => [LanguageTagScalar], { description: 'All but these.' })
  readonly exclude!: readonly string[];
}

@ObjectType({ description: 'Which tags a scheduler reaches.', simpleResolvers: true })
export class SelectedTags {
  @Field(() => Boolean, { description: 'Only devices that have any tag at all.' })
  readonly anyTag!: boolean;

  @Field(() => Boolean, {
    description: 'Only devices of `include` or `includeGroups` are reached; if those are empty, none.',
  })
  readonly onlyIncluded!: boolean;

  @Field(() => [String], { description: 'Devices with at least one of these.' })
  readonly include!: readonly string[];

  @Field(() => [TagGroupType], { description: 'Devices with at least one tag of these groups.' })
  readonly includeGroups!: unknown;

  @Field(() => [ID], {
    description:
      'Their ids. That of a deleted group stays if it was all that was included: nobody is reached, and an update must name another.',
  })
  readonly includeGroupIds!: readonly string[];

  @Field(() => [String], { description: 'Never devices with one of these.' })
  readonly exclude!: readonly string[];

  @Field(() => [TagGroupType], { description: 'Never devices with a tag of these groups.' })
  readonly excludeGroups!: unknown;

  @Field(() => [ID], { description: 'Their ids.' })
  readonly excludeGroupIds!: readonly string[];
}

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
