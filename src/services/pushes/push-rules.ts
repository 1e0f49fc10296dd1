import {
  FIELD_LIST,
  type FieldLevel,
  type FieldsOf,
  type GivenFields,
  type GivenTranslation,
  type MessageDefaults,
} from '../../ports/message-fields.js';
import { clip } from '../../text/characters.js';
import { isTwoLetterLanguage, languageCodeHint } from '../../text/language.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { checkCombinations, checkLoudness } from './field-combinations.js';
import { checkField } from './field-rules.js';
import { checkTemplates } from './template-rules.js';

export type PushInput = GivenFields<FieldsOf<'push'>> & {
  /** A label for people; null: no label; absent: an update keeps the label. */
  readonly name?: string | null;
  /** null: no category; absent: an update keeps it. */
  readonly categoryId?: number | null;
  /** How often the push is chosen in an experiment; null: 1; absent: an update keeps it. */
  readonly weight?: number | null;
  readonly defaultLang: string;
  readonly translations: readonly GivenTranslation[];
};

const MAX_WEIGHT = 1_000;
const MAX_TRANSLATIONS = 10_000;

/** Returns every broken rule of a push (docs/rules.md#translations, docs/rules.md#push-fields). */
export const violationsOfPush = (input: PushInput): Violations => {
  const violations = new Violations();
  checkPush(violations, input);
  return violations;
};

/** Returns every broken rule of an application's values for fields that its pushes leave out. */
export const violationsOfDefaults = (defaults: MessageDefaults, path: string): Violations => {
  const violations = new Violations();
  checkFields(violations, 'push', { values: defaults, at: (field) => `${path}.${field}` });
  checkLoudness(violations, defaults, path);
  const isTemplate = (defaults.missing ?? null) !== null;
  const message = `\`${path}.missing\` must be omitted: each push decides whether it is a template.`;
  violations.check(!isTemplate, `${path}.missing`, message);
  return violations;
};

const checkPush = (violations: Violations, input: PushInput): void => {
  const { name, weight, defaultLang, translations } = input;
  if (typeof name === 'string') checkName(violations, 'name', name);
  const isWeight =
    weight === null || weight === undefined || (Number.isInteger(weight) && weight >= 1 && weight <= MAX_WEIGHT);
  violations.check(isWeight, 'weight', `\`weight\` must be 1 to ${MAX_WEIGHT}.`);
  checkFields(violations, 'push', { values: input, at: (field) => field });
  checkLanguageCode(violations, 'default_lang', defaultLang);
  violations.check(translations.length > 0, 'translations', '`translations` must have at least one entry.', 'REQUIRED');
  violations.check(
    translations.length <= MAX_TRANSLATIONS,
    'translations',
    `\`translations\` must have at most ${MAX_TRANSLATIONS} entries.`,
    'TOO_MANY',
  );
  for (const [index, translation] of translations.entries()) {
    checkTranslation(violations, { index, translation, isTemplate: Boolean(input.missing) });
  }
  checkLanguages(violations, input);
  checkTemplates(violations, input);
  checkCombinations(violations, input);
};

const checkLanguages = (violations: Violations, { defaultLang, translations }: PushInput): void => {
  const languages = translations.map((translation) => translation.language.toLowerCase());
  const seen = new Set<string>();
  const repeated = languages.find((language) => seen.size === seen.add(language).size);
  violations.check(
    repeated === undefined,
    'translations',
    `\`translations\` must not repeat a language, and "${repeated}" appears twice.`,
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

const checkTranslation = (
  violations: Violations,
  { index, translation, isTemplate }: { index: number; translation: GivenTranslation; isTemplate: boolean },
): void => {
  const at = (name: string): string => `translations[${index}].${name}`;
  checkLanguageCode(violations, at('language'), translation.language);
  checkFields(violations, 'translation', { values: translation, at, isTemplate });
};

/** @param at the path of a field in the input. */
const checkFields = (
  violations: Violations,
  level: FieldLevel,
  { values, at, isTemplate }: { values: object; at: (name: string) => string; isTemplate?: boolean },
): void => {
  const given = values as Readonly<Record<string, unknown>>;
  for (const field of FIELD_LIST) {
    const value = given[field.name] ?? null;
    if (field.level === level && value !== null)
      checkField({ violations, path: at(field.name), field, ...(isTemplate && { isTemplate }) }, value);
  }
};
