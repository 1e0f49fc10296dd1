import { describeText, isPlainText } from './characters.js';

export const MAX_TAG = 255;
const SEPARATOR = '|';

/** Files join tags with the separator, so new tags must not contain it; stored ones may. */
export const isTag = (text: string): boolean => isStoredTag(text) && !text.includes(SEPARATOR);

export const isStoredTag = (text: string): boolean => isPlainText(text, MAX_TAG);

export const TAG_DESCRIPTION = `${describeText(MAX_TAG)} and without "${SEPARATOR}"`;

/** Joins tags into one text, with a backslash before each backslash and separator inside a tag. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replace(/[\\|;]/g, '\\$&')).join(SEPARATOR);

/** The form of a tag in JSON lines, which do not join tags. */
export const escapeTag = (tag: string): string => tag.replace(/[\\|]/g, '\\$&');

/**
 * Reads the tags in a table cell. `|` separates them, or `;` in a cell without `|`: exports of earlier releases use `|`
 * and do not escape a `;` inside a tag.
 */
export const splitTags = (joined: string): string[] =>
  splitAt(joined, (parts) => (parts.includes(SEPARATOR) ? SEPARATOR : ';'));

/** Reads tags separated only by `|`. */
export const splitTagsAtBars = (joined: string): string[] => splitAt(joined, () => SEPARATOR);

const splitAt = (joined: string, chooseSeparator: (parts: string | readonly string[]) => string): string[] => {
  if (!joined.includes('\\')) return joined.split(chooseSeparator(joined));
  const parts = [...joined.matchAll(/\\[\\|;]|./gsu)].map(([part]) => part);
  const separator = chooseSeparator(parts);
  const tags = [''];
  for (const part of parts) {
    if (part === separator) tags.push('');
    else tags[tags.length - 1] += part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return tags;
};
