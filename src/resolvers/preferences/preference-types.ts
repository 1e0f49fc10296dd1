import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Category } from '../../entities/category.js';
import type { Choice, ChoiceSource, SubjectKind } from '../../ports/preferences.js';
import { defineEnum, defineMappedEnum } from '../../schema/define-enum.js';
import { UserError } from '../../schema/mutations/user-errors.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import type { SettledChoice } from '../../services/preferences/settle-choices.js';
import { CategoryType, ChoiceEnum } from '../categories/category-types.js';

const SourceEnum = defineEnum('PreferenceSource', 'Where a choice was made.', {
  DEVICE: 'In the app, through the device API.',
  PAGE: 'On the hosted preferences page.',
  API: 'By your server or a member, through the graph.',
});

const ScopeEnum = defineMappedEnum('PreferenceScope', 'Whom a choice is for.', {
  USER: ['user', 'All devices of a user.'],
  DEVICE: ['device', 'One device.'],
});

@ObjectType({ description: 'A choice about one category, or about all marketing.', simpleResolvers: true })
export class Preference {
  @Field(() => CategoryType, {
    nullable: true,
    description: 'The category; null: everything of kind `MARKETING`, with or without a category.',
  })
  readonly category!: Category | null;

  @Field(() => ChoiceEnum, {
    description: 'The choice that applies. For a category it does not consider the one about all marketing.',
  })
  readonly choice!: Choice;

  @Field(() => Boolean, { description: 'True if nobody has chosen, so that the default of the category applies.' })
  readonly isDefault!: boolean;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was chosen; null if nobody has.' })
  readonly changedAt!: Date | null;

  @Field(() => SourceEnum, { nullable: true, description: 'Where it was chosen; null if nobody has.' })
  readonly source!: ChoiceSource | null;

  @Field(() => ScopeEnum, { nullable: true, description: 'Whom it was chosen for; null if nobody has.' })
  readonly madeFor!: SubjectKind | null;
}

export const toPreference = ({ category, choice, made }: SettledChoice): Preference => ({
  category,
  choice,
  isDefault: made === null,
  changedAt: made?.changedAt ?? null,
  source: made?.source ?? null,
  madeFor: made?.subjectKind ?? null,
});

@InputType({ description: 'One choice. Exactly one of `categoryId` and `allMarketing` is required.' })
export class PreferenceChoiceInput {
  @Field(() => ID, { nullable: true, description: 'Global id of a category that is not `TRANSACTIONAL`.' })
  categoryId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: the choice is about everything of kind `MARKETING`.',
  })
  allMarketing?: boolean | null;

  @Field(() => ChoiceEnum, { description: 'The choice.' })
  choice!: Choice;
}

@InputType({
  description: 'Choices of one user or device. Exactly one of `externalUserId` and `deviceId` is required.',
})
export class PreferencesInput {
  @Field(() => String, { nullable: true, description: 'Your own id of a user, who need not have a device yet.' })
  externalUserId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Global id of a device. If it has a user, the choices are for all devices of the user.',
  })
  deviceId?: string | null;

  @Field(() => [PreferenceChoiceInput], { description: '1 to 200 choices. Other choices stay.' })
  choices!: PreferenceChoiceInput[];
}

@ObjectType({ description: 'The result of a change of preferences.', simpleResolvers: true })
export class PreferencesPayload {
  @Field(() => [Preference], { nullable: true, description: 'All preferences afterwards; null if nothing changed.' })
  readonly preferences!: readonly Preference[] | null;

  @Field(() => [UserError], { description: 'The rules that the input breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The result for one user or device of a bulk change.', simpleResolvers: true })
export class PreferencesResult {
  @Field(() => Int, { description: 'Position in `inputs`, from 0.' })
  readonly index!: number;

  @Field(() => [UserError], { description: 'The rules that this input breaks; empty on success.' })
  readonly userErrors!: readonly UserError[];
}

@ObjectType({ description: 'The result of a bulk change of preferences.', simpleResolvers: true })
export class PreferencesBulkPayload {
  @Field(() => [PreferencesResult], {
    description: 'One result for each input, in the same order. Empty if the whole request was refused.',
  })
  readonly results!: readonly PreferencesResult[];

  @Field(() => [UserError], { description: 'Errors of the whole request. If there are any, nothing was changed.' })
  readonly userErrors!: readonly UserError[];
}
