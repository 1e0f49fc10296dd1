import { isWithin } from './characters.js';

const ELLIPSIS = '…';
const GRAPHEMES = new Intl.Segmenter();

/** Shortens a text to a number of characters, between graphemes. */
export const shorten = (text: string, most: number): string => {
  if (isWithin(text, most)) return text;
  // `containing` copies the text, so it gets no more than what may stay.
  const start = [...text.slice(0, 2 * most)].slice(0, most).join('');
  const end = GRAPHEMES.segment(start).containing(start.length - 1)?.index ?? 0;
  return start.slice(0, end).trimEnd() + ELLIPSIS;
};
