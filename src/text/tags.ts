import { describeText, isPlainText } from './characters.js';

export const MAX_TAG = 255;
const SEPARATOR = '|';

/** Tags are joined in files, so a new one never holds the separator; those stored before this rule may. */
export const isTag = (text: string): boolean => isStoredTag(text) && !text.includes(SEPARATOR);

export const isStoredTag = (text: string): boolean => isPlainText(text, MAX_TAG);

export const TAG_DESCRIPTION = `${describeText(MAX_TAG)} and without "${SEPARATOR}"`;

/** One text for many tags: a backslash goes before each backslash and separator inside a tag. */
export const joinTags = (tags: readonly string[]): string => tags.map(escapeTag).join(SEPARATOR);

export const escapeTag = (tag: string): string => tag.replace(/[\\|]/g, '\\$&');

/** The tags that `joinTags` joined. A backslash before any other character stands for itself. */
export const splitTags = (joined: string): string[] => {
  if (!joined.includes('\\')) return joined.split(SEPARATOR);
  const tags = [''];
  for (const [part] of joined.matchAll(/\\[\\|]|./gsu)) {
    if (part === SEPARATOR) tags.push('');
    else tags[tags.length - 1] += part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return tags;
};
