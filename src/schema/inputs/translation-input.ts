import { Field, InputType } from 'type-graphql';
import { HttpsUrlScalar } from '../scalars/https-url-scalar.js';
import { LanguageTagScalar } from '../scalars/language-tag-scalar.js';

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
