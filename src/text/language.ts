import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../collections.js';
import { mayMean, nearestOf } from './did-you-mean.js';

/**
 * Returns a language tag in canonical form (`pt-br` → `pt-BR`, `iw` → `he`), or null if Intl does not accept it as BCP
 * 47. Underscores, private tags (`x-…`) and the grandfathered tags of RFC 5646 (`i-klingon`, `zh-xiang`) are refused.
 */
export const canonicalLanguage = (tag: string): string | null => {
  if (tag.length > MAX_TAG_LENGTH) return null;
  return getOrInsert(canonicalTags, tag, () => readTag(tag) ?? NO_TAG) || null;
};

/** Grandfathered tags that Intl accepts because they look like any other. */
const GRANDFATHERED = new Set(['art-lojban', 'cel-gaulish', 'zh-guoyu', 'zh-hakka', 'zh-xiang']);

const readTag = (tag: string): string | null => {
  if (GRANDFATHERED.has(tag.toLowerCase())) return null;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    // The canonical form may be longer: `sh` becomes `sr-Latn`.
    return canonical === undefined || canonical.length > MAX_TAG_LENGTH ? null : canonical;
  } catch {
    // Intl throws a RangeError for a malformed tag, which is an answer, not a failure.
    return null;
  }
};

/** Asking Intl takes longer than reading the rest of a device from a file, and devices have few languages. */
const canonicalTags = new LRUCache<string, string>({ max: 2_048 });
/** Stands for null, which this cache cannot hold. */
const NO_TAG = '';

/** The language without script, region and the rest, in canonical form: `zh` for `zh-Hant-TW`. */
export const primaryLanguage = (tag: string): string => {
  const [language = ''] = normalizeTag(tag).split('-');
  return language;
};

/**
 * Whether this is the two-letter code of an existing language (docs/rules.md#push-fields), ignoring case: `pt`, but not
 * `pt-BR` or `xx`.
 */
export const isTwoLetterLanguage = (tag: string): boolean => /^[A-Za-z]{2}$/.test(tag) && hasName(tag.toLowerCase());

/**
 * Whether a filter reaches a device's language (docs/rules.md#language-match): `pt` reaches `pt-BR`, but `pt-BR`
 * reaches only itself.
 */
export const languageMatches = (filter: string, device: string): boolean => {
  const wanted = normalizeTag(filter);
  return wanted === normalizeTag(device) || wanted === primaryLanguage(device);
};

/** The direction of texts in a language: `rtl` for Arabic, Hebrew and other scripts that run from the right. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => {
  const canonical = canonicalLanguage(tag);
  const { script } = canonical === null ? {} : new Intl.Locale(canonical).maximize();
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
};

const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** RFC 5646, 4.4.1: room for every tag in use. */
const MAX_TAG_LENGTH = 35;

/** Names in CLDR's data, which covers ISO 639-1; undefined for a code without a name. */
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Asking Intl takes longer than the rest of checking a translation, and there are at most 676 codes. */
const knownCodes = new Map<string, boolean>();

const hasName = (code: string): boolean => {
  const known = knownCodes.get(code) ?? languageNames.of(code) !== undefined;
  knownCodes.set(code, known);
  return known;
};

/** The form for comparisons: lower case, and canonical if possible. */
const normalizeTag = (tag: string): string => (canonicalLanguage(tag) ?? tag).toLowerCase();

/** Returns ` Did you mean "pt-BR"?` for `pt_BR` and other near misses, and for a language's English name. */
export const languageHint = (text: string): string => mayMean(nearestTag(text));

/** Suggests two-letter codes only: `en` for `en-US`, `eng` and `English`. */
export const languageCodeHint = (text: string): string => {
  const tag = nearestTag(text);
  const code = codeOfName(text) ?? (tag && primaryLanguage(tag));
  return mayMean(code && isTwoLetterLanguage(code) ? code : null);
};

const nearestTag = (text: string): string | null =>
  text.length > MAX_TAG_LENGTH ? null : (codeOfName(text) ?? canonicalLanguage(text.trim().replaceAll('_', '-')));

const codeOfName = (text: string): string | null => {
  codes ??= new Map(twoLetterCodes().map((code) => [languageNames.of(code) ?? code, code]));
  const name = text.length > 3 ? nearestOf(text, codes.keys()) : null;
  return (name && codes.get(name)) ?? null;
};

const twoLetterCodes = (): string[] => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters.flatMap((first) => letters.map((second) => first + second)).filter(isTwoLetterLanguage);
};

/** Codes by name, created at the first mistake. */
let codes: Map<string, string> | null = null;
