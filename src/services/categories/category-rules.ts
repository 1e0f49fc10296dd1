import type { Category, CategoryText } from '../../entities/category.js';
import type { CategoryKind, Choice } from '../../ports/preferences.js';
import { describeText, isPlainText, isWithin } from '../../text/characters.js';
import { canonicalLanguage, languageHint } from '../../text/language.js';
import { hidesText, normalizeName } from '../../text/safe-name.js';
import { codeOfText, Violations } from '../rules/violations.js';

export interface CategoryInput {
  readonly key: string;
  readonly names: readonly CategoryText[];
  readonly descriptions: readonly CategoryText[];
  readonly kind: CategoryKind;
  readonly default: Choice;
  readonly androidChannel: string | null;
  readonly listed: boolean;
}

type CategoryColumns = Pick<
  Category,
  'code' | 'names' | 'descriptions' | 'kind' | 'defaultChoice' | 'androidChannel' | 'listed'
>;

const MAX_NAME = 100;
const MAX_DESCRIPTION = 500;
const MAX_CHANNEL = 255;
const MAX_LANGUAGES = 100;

/** @returns the columns as they are stored. @throws BAD_USER_INPUT with every broken rule */
export const readCategory = (input: CategoryInput): CategoryColumns => {
  const violations = new Violations();
  const { key, kind, androidChannel, listed } = input;
  violations.check(
    /^[a-z][a-z0-9_-]{0,39}$/.test(key),
    'key',
    '`key` must begin with a lower-case letter and have 1 to 40 of a-z, 0-9, "_" and "-".',
    codeOfText(key, 40),
  );
  violations.check(input.names.length > 0, 'names', '`names` must have at least one entry.', 'REQUIRED');
  const names = readTexts(violations, 'names', input.names, MAX_NAME);
  const descriptions = readTexts(violations, 'descriptions', input.descriptions, MAX_DESCRIPTION);
  violations.check(
    androidChannel === null || isPlainText(androidChannel, MAX_CHANNEL),
    'android_channel',
    `\`android_channel\` must be ${describeText(MAX_CHANNEL)}.`,
    codeOfText(androidChannel ?? '', MAX_CHANNEL),
  );
  violations.check(
    kind !== 'TRANSACTIONAL' || input.default === 'ON',
    'default',
    '`default` must be ON for the kind TRANSACTIONAL, which nobody can turn on or off.',
  );
  violations.throwIfAny();
  return { code: key, names, descriptions, kind, defaultChoice: input.default, androidChannel, listed };
};

const readTexts = (
  violations: Violations,
  field: string,
  texts: readonly CategoryText[],
  limit: number,
): CategoryText[] => {
  const tooMany = `\`${field}\` must have at most ${MAX_LANGUAGES} entries.`;
  violations.check(texts.length <= MAX_LANGUAGES, field, tooMany, 'TOO_MANY');
  const seen = new Set<string>();
  return texts.slice(0, MAX_LANGUAGES).map(({ language, text }, index) => {
    const tag = canonicalLanguage(language);
    const at = `${field}[${index}]`;
    const bad = `\`language\` must be a BCP 47 tag such as de or pt-BR.${tag === null ? languageHint(language) : ''}`;
    violations.check(tag !== null, `${at}.language`, bad);
    violations.check(!seen.has(tag ?? ''), `${at}.language`, `\`language\` ${tag} is given twice.`, 'DUPLICATE');
    if (tag !== null) seen.add(tag);
    const normal = isWithin(text, limit) ? normalizeName(text) : text;
    const isGood = isWithin(normal, limit) && normal.trim() !== '' && !hidesText(normal);
    violations.check(
      isGood,
      `${at}.text`,
      `\`text\` must have 1 to ${limit} printable characters.`,
      codeOfText(normal, limit),
    );
    return { language: tag ?? language, text: normal };
  });
};
