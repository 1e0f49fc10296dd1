import { canonicalLanguage, languageHint } from '../../text/language.js';
import { asWritten, textScalar } from './text-scalar.js';

export const LanguageTagScalar = textScalar({
  name: 'LanguageTag',
  description: 'A language as a BCP 47 tag, such as `pt` or `pt-BR`. Case is free.',
  specifiedByURL: 'https://www.rfc-editor.org/info/bcp47',
  parse: asWritten,
  mustBe: 'a well-formed BCP 47 language tag of at most 35 characters, such as "pt-BR"',
  hint: languageHint,
  accepts: (text) => canonicalLanguage(text) !== null,
});
