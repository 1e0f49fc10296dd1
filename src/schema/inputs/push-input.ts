import { Field, InputType } from 'type-graphql';
import { LanguageTagScalar } from '../scalars/language-tag-scalar.js';
import { TranslationInput } from './translation-input.js';

@InputType({ description: 'A push with all its translations; an update replaces them all.' })
export class PushInput {
  @Field(() => LanguageTagScalar, {
    description: 'For devices whose language has no translation: a 2-letter code, one of the translations.',
  })
  defaultLang!: string;

  @Field(() => [TranslationInput], { description: 'At least one.' })
  translations!: TranslationInput[];
}
