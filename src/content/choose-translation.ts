import { AppError } from '../errors.js';
import { canonicalLanguage, primaryLanguage } from '../text/language.js';

/** What a device shows: one translation of a push. Absent parts are null. The same shape as a sender's `Content`. */
export interface RenderedContent {
  readonly title: string;
  readonly text: string;
  readonly image: string | null;
  readonly icon: string | null;
  readonly link: string | null;
}

/** A translation as it is stored (docs/rules.md#translations). */
export interface Translation {
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly image?: string | null;
  readonly icon?: string | null;
  readonly link?: string | null;
}

/**
 * The translation for a device: the exact tag, then its primary language, then the push's default
 * (docs/rules.md#translation-choice). Case and old codes (`iw` for `he`) make no difference. For many devices use
 * `TranslationTable`.
 */
export const chooseTranslation = <T extends Translation>(
  translations: readonly T[],
  deviceLanguage: string | null,
  defaultLanguage: string,
): T => chooseFrom(indexByLanguage(translations), deviceLanguage, defaultLanguage);

/** A push's translations, ready for many devices: one look-up each, and one content object per translation. */
export class TranslationTable {
  private readonly translations: ReadonlyMap<string, Chosen>;
  private readonly fallback: Chosen;
  private readonly byDeviceLanguage = new Map<string, Chosen>();

  constructor(
    translations: readonly Translation[],
    private readonly defaultLanguage: string,
  ) {
    this.translations = indexByLanguage(translations.map(render));
    this.fallback = chooseFrom(this.translations, null, defaultLanguage);
  }

  /** Devices with the same translation get the same objects, so that senders may group by identity. */
  choose(deviceLanguage: string | null): Chosen {
    if (deviceLanguage === null) return this.fallback;
    const known = this.byDeviceLanguage.get(deviceLanguage);
    if (known !== undefined) return known;
    const chosen = chooseFrom(this.translations, deviceLanguage, this.defaultLanguage);
    if (this.byDeviceLanguage.size < MAX_REMEMBERED) this.byDeviceLanguage.set(deviceLanguage, chosen);
    return chosen;
  }
}

export interface Chosen {
  /** The language of the translation, as the push has it. */
  readonly language: string;
  readonly content: RenderedContent;
}

/** Devices name their languages freely; more kinds than there are locales are not worth remembering. */
const MAX_REMEMBERED = 1_000;

const render = ({ language, title, text, image, icon, link }: Translation): Chosen => ({
  language,
  content: { title, text, image: image || null, icon: icon || null, link: link || null },
});

type ByLanguage<T> = ReadonlyMap<string, T>;

/** By tag as written and by canonical tag; where two collide (`iw`, `he`) the one written so wins, then the first. */
const indexByLanguage = <T extends { readonly language: string }>(translations: readonly T[]): ByLanguage<T> => {
  const canonical = translations.map((translation) => [canonicalKey(translation.language), translation] as const);
  const written = translations.map((translation) => [translation.language.toLowerCase(), translation] as const);
  // A Map keeps the last of equal keys.
  return new Map([...canonical.reverse(), ...written.reverse()]);
};

const chooseFrom = <T>(byLanguage: ByLanguage<T>, deviceLanguage: string | null, defaultLanguage: string): T => {
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
