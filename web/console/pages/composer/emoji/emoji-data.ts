import type { Language } from '../../../i18n/messages.js';

/** The emoji, its name, other words for it, and its group in emojibase. */
export type Emoji = readonly [sign: string, name: string, words: string, group: number];

/** The groups of emojibase, without parts such as skin tones. */
export const GROUPS = [
  { id: 0, sign: '😀' },
  { id: 1, sign: '👋' },
  { id: 3, sign: '🐶' },
  { id: 4, sign: '🍎' },
  { id: 5, sign: '✈️' },
  { id: 6, sign: '🎉' },
  { id: 7, sign: '💡' },
  { id: 8, sign: '❤️' },
  { id: 9, sign: '🏁' },
] as const;

/** scripts/build-console.mjs reduces the data of emojibase to these four columns. */
const DATA: Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>> = {
  en: () => import('emojibase-data/en/compact.json'),
  de: () => import('emojibase-data/de/compact.json'),
};

const loads = new Map<Language, Promise<readonly Emoji[]>>();

/** The same promise each time, as `use` needs it. */
export const loadEmoji = (language: Language): Promise<readonly Emoji[]> => {
  const load = loads.get(language) ?? DATA[language]().then(({ default: emoji }) => emoji as readonly Emoji[]);
  loads.set(language, load);
  return load;
};

const MOST_FOUND = 120;

/** The emoji of a group, or of a search, in which every word must be found. */
export const findEmoji = (emoji: readonly Emoji[], search: string, group: number): readonly Emoji[] => {
  const wanted = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return emoji.filter(([, , , of]) => of === group);
  return emoji
    .filter(([, name, words]) => wanted.every((word) => `${name} ${words}`.toLocaleLowerCase().includes(word)))
    .slice(0, MOST_FOUND);
};
