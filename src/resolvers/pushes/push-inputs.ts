import { Field, InputType } from 'type-graphql';
import { HttpsUrlScalar, LanguageTagScalar } from '../../schema/scalars/scalars.js';
import type { PushInput as ServiceInput } from '../../services/pushes/push-rules.js';

@InputType({ description: 'A push in one language.' })
export class TranslationInput {
  @Field(() => LanguageTagScalar, { description: 'The language, a 2-letter code; no two translations share one.' })
  language!: string;

  @Field(() => String, { description: 'Short text at the head, 1 to 255 characters.' })
  title!: string;

  @Field(() => String, { description: 'Longer text under the title, 1 to 4,000 characters.' })
  text!: string;

  @Field(() => HttpsUrlScalar, { nullable: true, description: 'Image in the body.' })
  image?: string | null;

  @Field(() => HttpsUrlScalar, { nullable: true, description: 'Image in the preview.' })
  icon?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What a click opens: http, https or an application's own scheme.",
  })
  link?: string | null;
}

@InputType({ description: 'A push with all its translations; an update replaces them all.' })
export class PushInput {
  @Field(() => String, {
    nullable: true,
    description:
      'What people call it, 1 to 255 printable characters; null or empty: nothing. Left out, an update keeps the one that it has.',
  })
  name?: string | null;

  @Field(() => LanguageTagScalar, {
    description: 'For devices whose language has no translation: a 2-letter code, one of the translations.',
  })
  defaultLang!: string;

  @Field(() => [TranslationInput], { description: 'At least one.' })
  translations!: TranslationInput[];
}

export const toPushInput = ({ name, defaultLang, translations }: PushInput): ServiceInput => ({
  ...(name === undefined ? {} : { name: name || null }),
  defaultLang,
  translations: translations.map(({ language, title, text, image, icon, link }) => ({
    language,
    title,
    text,
    // Forms send an empty field for none.
    image: image || null,
    icon: icon || null,
    link: link || null,
  })),
});
