import { clip, isWithin } from '../../text/characters.js';
import { isTwoLetterLanguage, languageCodeHint } from '../../text/language.js';
import { checkHttpUrl, checkLink, checkName } from '../rules/text-rules.js';
import { codeOfText, Violations } from '../rules/violations.js';

export interface TranslationInput {
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly image: string | null;
  readonly icon: string | null;
  readonly link: string | null;
}

export interface PushInput {
  /** What people call it; null: nothing; absent: an update keeps it. */
  readonly name?: string | null;
  readonly defaultLang: string;
  readonly translations: readonly TranslationInput[];
}

const MAX_TITLE = 255;
const MAX_TEXT = 4_000;
const MAX_TRANSLATIONS = 10_000;

/** All that is wrong with a push (docs/rules.md#translations, docs/rules.md#push-fields). */
export const violationsOfPush = (input: PushInput): Violations => {
  const violations = new Violations();
  checkPush(violations, input);
  return violations;
};

const checkPush = (violations: Violations, input: PushInput): void => {
  const { name, defaultLang, translations } = input;
  if (typeof name === 'string') checkName(violations, 'name', name);
  checkLanguageCode(violations, 'default_lang', defaultLang);
  violations.check(translations.length > 0, 'translations', '`translations` must have at least one entry.', 'REQUIRED');
  violations.check(
    translations.length <= MAX_TRANSLATIONS,
    'translations',
    `\`translations\` must have at most ${MAX_TRANSLATIONS} entries.`,
    'TOO_MANY',
  );
  for (const [index, translation] of translations.entries()) checkTranslation(violations, index, translation);
  checkLanguages(violations, input);
};

const checkLanguages = (violations: Violations, { defaultLang, translations }: PushInput): void => {
  const languages = translations.map((translation) => translation.language.toLowerCase());
  const seen = new Set<string>();
  const repeated = languages.find((language) => seen.size === seen.add(language).size);
  violations.check(
    repeated === undefined,
    'translations',
    `\`translations\` must not repeat a language, and "${repeated}" is there twice.`,
    'DUPLICATE',
  );
  violations.check(
    languages.includes(defaultLang.toLowerCase()),
    'translations',
    `\`translations\` must include one for \`default_lang\` ("${clip(defaultLang, 35)}").`,
    'MISSING_DEFAULT',
  );
};

const checkLanguageCode = (violations: Violations, field: string, code: string): void => {
  if (isTwoLetterLanguage(code)) return;
  const message = `\`${field}\` must be a 2-character language code (BCP 47), not "${clip(code, 35)}".`;
  violations.add(field, `${message}${languageCodeHint(code)}`);
};

const checkTranslation = (violations: Violations, index: number, translation: TranslationInput): void => {
  const at = (name: string): string => `translations[${index}].${name}`;
  checkLanguageCode(violations, at('language'), translation.language);
  checkText(violations, at('title'), translation.title, MAX_TITLE);
  checkText(violations, at('text'), translation.text, MAX_TEXT);
  checkHttpUrl(violations, at('image'), translation.image);
  checkHttpUrl(violations, at('icon'), translation.icon);
  checkLink(violations, at('link'), translation.link);
};

const checkText = (violations: Violations, field: string, text: string, limit: number): void =>
  violations.check(
    text.trim().length > 0 && isWithin(text, limit) && !/[\0\p{Cs}]/u.test(text),
    field,
    `\`${field}\` must have 1 to ${limit} characters.`,
    codeOfText(text, limit),
  );
