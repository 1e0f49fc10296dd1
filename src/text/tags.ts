import { describeText, isPlainText } from './characters.js';

export const MAX_TAG = 255;
const SEPARATOR = '|';

/** Tags are joined in files, so a new one never holds the separator; those stored before this rule may. */
export const isTag = (text: string): boolean => isStoredTag(text) && !text.includes(SEPARATOR);

export const isStoredTag = (text: string): boolean => isPlainText(text, MAX_TAG);

export const TAG_DESCRIPTION = `${describeText(MAX_TAG)} and without "${SEPARATOR}"`;

/** One text for many tags: a backslash goes before each backslash and separator inside a tag. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replace(/[\\|;]/g, '\\$&')).join(SEPARATOR);

/** The tag as JSON lines name it, which join no tags. */
export const escapeTag = (tag: string): string => tag.replace(/[\\|]/g, '\\$&');

/**
 * The tags in a cell of a table. They are separated by `|`, or by `;` in a cell without `|`: exports of earlier releases
 * separate by `|` and do not escape a `;` inside a tag.
 */
export const splitTags = (joined: string): string[] =>
  splitAt(joined, (parts) => (parts.includes(SEPARATOR) ? SEPARATOR : ';'));

/** The tags that are separated by `|` alone. */
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
