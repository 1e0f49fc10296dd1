import { Field, ID, InputType, Int } from 'type-graphql';
import { databaseIdOf, MATCHES_NOTHING } from '../../schema/global-id.js';
import { LanguageTagScalar } from '../../schema/scalars/scalars.js';
import type { PushInput as ServiceInput } from '../../services/pushes/push-rules.js';
import { markTemplate } from '../../services/pushes/template-rules.js';
import { addInputFields, messageInput, readFields } from './message-fields.js';

@InputType({ description: 'A push in one language.' })
export class TranslationInput extends messageInput('translation') {
  @Field(() => LanguageTagScalar, { description: 'Language as a 2-letter code, unique among the translations.' })
  language!: string;
}

addInputFields('translation', TranslationInput);

@InputType({ description: 'A push with all its translations. An update replaces all of them.' })
export class PushInput extends messageInput('push') {
  @Field(() => String, {
    nullable: true,
    description:
      'Name for use in lists, 1 to 255 printable characters. Null or empty removes it; an update without it keeps it.',
  })
  name?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Global id of the category, which people can turn off. Null removes it; an update without it keeps it. Without a category the push counts as `MARKETING`.',
  })
  categoryId?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How often the push is chosen if its scheduler has an experiment: 1 to 1,000, compared with the weights of the others. Null counts as 1; an update without it keeps it.',
  })
  weight?: number | null;

  @Field(() => LanguageTagScalar, {
    description:
      'Language for devices whose own language has no translation: the 2-letter code of one of the translations.',
  })
  defaultLang!: string;

  @Field(() => [TranslationInput], { description: 'The translations; at least one.' })
  translations!: TranslationInput[];
}

addInputFields('push', PushInput);

/** Forms send an empty text for a field that is not set. */
export const toPushInput = ({
  name,
  categoryId,
  weight,
  defaultLang,
  translations,
  ...push
}: PushInput): ServiceInput =>
  markTemplate({
    ...(name === undefined ? {} : { name: name || null }),
    ...(categoryId === undefined ? {} : { categoryId: toCategoryId(categoryId) }),
    ...(weight === undefined ? {} : { weight }),
    defaultLang,
    ...readFields('push', push),
    translations: translations.map(({ language, ...given }) => ({ language, ...readFields('translation', given) })),
  });

/** An id of another type becomes a category that does not exist. */
export const toCategoryId = (id: string | null | undefined): number | null =>
  id ? (databaseIdOf('Category', id) ?? MATCHES_NOTHING) : null;
