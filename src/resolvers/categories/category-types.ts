import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { Category, type CategoryText } from '../../entities/category.js';
import type { CategoryKind, Choice } from '../../ports/preferences.js';
import { defineEnum } from '../../schema/define-enum.js';
import { Costly } from '../../schema/limits/costly.js';
import { Node } from '../../schema/node.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CHANGE, BY_CREATION, BY_ID } from '../../schema/paging/list-inputs.js';
import { number, text } from '../../schema/paging/listing.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';

export const CategoryKindEnum = defineEnum('CategoryKind', 'What the messages of a category are for.', {
  MARKETING: 'Promotion. Opting out of all marketing covers it.',
  SERVICE: 'News about something that the person uses. It can be turned off on its own.',
  TRANSACTIONAL: 'A response to something the person did, such as a receipt. It cannot be turned off.',
});

export const ChoiceEnum = defineEnum('PreferenceChoice', 'Whether somebody wants the messages of a category.', {
  ON: 'They are sent.',
  OFF: 'They are not sent.',
});

/** Its values are entries of `names` and `descriptions`. */
@ObjectType('CategoryText', { simpleResolvers: true, description: 'A text of a category in one language.' })
export class CategoryTextType {
  @Field(() => String, { description: 'Canonical BCP 47 tag.' })
  readonly language!: string;

  @Field(() => String, { description: 'The text.' })
  readonly text!: string;
}

/** Its values are rows of `category`. */
@ObjectType('Category', {
  implements: Node,
  simpleResolvers: true,
  description: 'A kind of message that people can turn on and off.',
})
export class CategoryType {
  @Field(() => Int, { name: 'databaseId', description: 'Numeric id.' })
  readonly id!: number;

  @Costly(20)
  @Field(() => [CategoryTextType], {
    description: 'Its name in each language. The first is used for all other languages.',
  })
  readonly names!: readonly CategoryText[];

  @Costly(20)
  @Field(() => [CategoryTextType], { description: 'Its description in each language; may be empty.' })
  readonly descriptions!: readonly CategoryText[];

  @Field(() => CategoryKindEnum, { description: 'What its messages are for.' })
  readonly kind!: CategoryKind;

  @Field(() => String, {
    nullable: true,
    description: 'Android notification channel for its pushes that set none; null if it has none.',
  })
  readonly androidChannel!: string | null;

  @Field(() => Boolean, { description: 'True if people see it among their preferences.' })
  readonly listed!: boolean;

  @Field(() => DateTimeScalar, { description: 'When the category was created.' })
  readonly createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the category was last changed.' })
  readonly updatedAt!: Date;
}

@InputType({ description: 'A text in one language.' })
export class CategoryTextInput {
  @Field(() => String, { description: 'BCP 47 tag, such as `de` or `pt-BR`; unique in its list.' })
  language!: string;

  @Field(() => String, { description: 'The text, in printable characters.' })
  text!: string;
}

@InputType({ description: 'A category. An update replaces every field.' })
export class CategoryInput {
  @Field(() => String, {
    description:
      'Its name for apps, unique in the account: 1 to 40 of `a-z`, `0-9`, `_` and `-`, beginning with a letter.',
  })
  key!: string;

  @Field(() => [CategoryTextInput], {
    description:
      'Its name in 1 to 100 languages, each up to 100 characters. The first is used for all other languages.',
  })
  names!: CategoryTextInput[];

  @Field(() => [CategoryTextInput], {
    nullable: true,
    description: 'Its description in up to 100 languages, each up to 500 characters.',
  })
  descriptions?: CategoryTextInput[] | null;

  @Field(() => CategoryKindEnum, { defaultValue: 'MARKETING', description: 'What its messages are for.' })
  kind!: CategoryKind;

  @Field(() => ChoiceEnum, {
    defaultValue: 'ON',
    description: 'What applies to everyone who has not chosen. With `OFF`, only people who turned it on get messages.',
  })
  default!: Choice;

  @Field(() => String, {
    nullable: true,
    description:
      "Android notification channel for its pushes that set none. It takes precedence over that of the application's `messageDefaults`.",
  })
  androidChannel?: string | null;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether people see it among their preferences.' })
  listed!: boolean;
}

export const categoryListing = defineListing({
  name: 'category',
  noun: 'Category',
  plural: 'categories',
  type: () => CategoryType,
  entity: Category,
  table: 'category',
  key: [number('id')],
  sorts: {
    ID: BY_ID,
    KEY: { by: [text('code')], description: 'Key.' },
    CREATED_AT: BY_CREATION,
    UPDATED_AT: BY_CHANGE,
  },
  where: {},
});
