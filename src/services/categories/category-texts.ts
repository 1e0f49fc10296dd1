import type { CategoryText } from '../../entities/category.js';
import { canonicalLanguage, primaryLanguage } from '../../text/language.js';

/** The text in a language, in its primary language, or the first one; null: there are no texts. */
export const textIn = (texts: readonly CategoryText[], language: string | null): string | null => {
  const wanted = language === null ? null : canonicalLanguage(language);
  const inLanguage = (tag: string | null) => texts.find((one) => one.language === tag);
  const found = wanted === null ? undefined : (inLanguage(wanted) ?? inLanguage(primaryLanguage(wanted)));
  return (found ?? texts[0])?.text ?? null;
};
