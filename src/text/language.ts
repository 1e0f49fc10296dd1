import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../collections.js';
import { mayMean, nearestOf } from './did-you-mean.js';

/**
 * A language tag in canonical form (`pt-br` → `pt-BR`, `iw` → `he`), or null when it is not well-formed BCP 47 as Intl
 * reads it: underscores, private tags (`x-…`) and those that RFC 5646 calls grandfathered (`i-klingon`, `zh-xiang`) are
 * not.
 */
export const canonicalLanguage = (tag: string): string | null => {
  if (tag.length > MAX_TAG_LENGTH) return null;
  return getOrInsert(canonicalTags, tag, () => readTag(tag) ?? NO_TAG) || null;
};

/** The grandfathered tags that Intl takes, since they look like any other. */
const GRANDFATHERED = new Set(['art-lojban', 'cel-gaulish', 'zh-guoyu', 'zh-hakka', 'zh-xiang']);

const readTag = (tag: string): string | null => {
  if (GRANDFATHERED.has(tag.toLowerCase())) return null;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    // The canonical form may be the longer one: `sh` is `sr-Latn`.
    return canonical === undefined || canonical.length > MAX_TAG_LENGTH ? null : canonical;
  } catch {
    // Intl throws a RangeError for a malformed tag: the answer, not a failure.
    return null;
  }
};

/** Asking Intl takes longer than the rest of reading a device from a file, and devices have few. */
const canonicalTags = new LRUCache<string, string>({ max: 2_048 });
/** In place of null, which such a cache does not hold. */
const NO_TAG = '';

/** The language without script, region and the rest, in canonical form: `zh` of `zh-Hant-TW`. */
export const primaryLanguage = (tag: string): string => {
  const [language = ''] = normalizeTag(tag).split('-');
  return language;
};

/**
 * Whether this is a 2-letter code of a language that exists (docs/rules.md#push-fields), case apart: `pt`, not `pt-BR`,
 * not `xx`.
 */
export const isTwoLetterLanguage = (tag: string): boolean => /^[A-Za-z]{2}$/.test(tag) && hasName(tag.toLowerCase());

/**
 * Whether a filter reaches a device's language (docs/rules.md#language-match): `pt` reaches `pt-BR`, `pt-BR` only
 * itself.
 */
export const languageMatches = (filter: string, device: string): boolean => {
  const wanted = normalizeTag(filter);
  return wanted === normalizeTag(device) || wanted === primaryLanguage(device);
};

/** RFC 5646, 4.4.1: room for every tag in use. */
const MAX_TAG_LENGTH = 35;

/** The names in CLDR's data, which has every code of ISO 639-1; undefined for a code without a name. */
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Asking Intl takes longer than the rest of checking a translation; there are 676 codes to remember at most. */
const knownCodes = new Map<string, boolean>();

const hasName = (code: string): boolean => {
  const known = knownCodes.get(code) ?? languageNames.of(code) !== undefined;
  knownCodes.set(code, known);
  return known;
};

/** For comparing: canonical where there is such a form, and in lower case. */
const normalizeTag = (tag: string): string => (canonicalLanguage(tag) ?? tag).toLowerCase();

/** ` Did you mean "pt-BR"?` for `pt_BR` and what else is nearly a tag, and for a language by its English name. */
export const languageHint = (text: string): string => mayMean(nearestTag(text));

/** The same where only a code of two letters is good: `en` for `en-US`, `eng` and `English`. */
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

/** By name; made when the first mistake is. */
let codes: Map<string, string> | null = null;
