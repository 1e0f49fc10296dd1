import { AppError } from '../errors.js';
import { canonicalLanguage, primaryLanguage } from '../text/language.js';

interface InLanguage {
  readonly language: string;
}

/**
 * Returns the translation for a device: the exact tag, then its primary language, then the push's default
 * (docs/rules.md#translation-choice). Case and old codes (`iw` for `he`) make no difference.
 * For many devices use `PushContent`.
 */
export const chooseTranslation = <T extends InLanguage>(
  translations: readonly T[],
  deviceLanguage: string | null,
  defaultLanguage: string,
): T => chooseFrom(indexByLanguage(translations), deviceLanguage, defaultLanguage);

/** Translations by their language as written and by its canonical tag. */
export type ByLanguage<T> = ReadonlyMap<string, T>;

/** If two translations share a canonical tag (`iw`, `he`), the one that is written that way wins, then the first. */
export const indexByLanguage = <T extends InLanguage>(translations: readonly T[]): ByLanguage<T> => {
  const canonical = translations.map((translation) => [canonicalKey(translation.language), translation] as const);
  const written = translations.map((translation) => [translation.language.toLowerCase(), translation] as const);
  // A Map keeps the last of equal keys.
  return new Map([...canonical.reverse(), ...written.reverse()]);
};

/** @throws INTERNAL if the default language has no translation. */
export const chooseFrom = <T>(byLanguage: ByLanguage<T>, deviceLanguage: string | null, defaultLanguage: string): T => {
  const preset = byLanguage.get(defaultLanguage.toLowerCase()) ?? byLanguage.get(canonicalKey(defaultLanguage));
  if (preset === undefined) throw new AppError('INTERNAL', 'A push has no translation for its default language.');
  if (deviceLanguage === null) return preset;
  return (
    byLanguage.get(deviceLanguage.toLowerCase()) ??
    byLanguage.get(canonicalKey(deviceLanguage)) ??
    byLanguage.get(primaryLanguage(deviceLanguage)) ??
    preset
  );
};

const canonicalKey = (tag: string): string => (canonicalLanguage(tag) ?? tag).toLowerCase();
