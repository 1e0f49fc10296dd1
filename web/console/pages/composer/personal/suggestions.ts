import { filtersOf, outputOf, type TemplateValue } from './expressions.js';
import type { TypingPlace } from './template-text.js';
import type { Insertion } from './use-insertion.js';

export interface Suggestion {
  /** The path of a value, or a filter. */
  readonly id: string;
  readonly kind: TypingPlace['kind'];
  readonly insertion: Insertion;
}

const SHOWN = 8;
/** The place of the cursor in a filter that waits for a word. */
const HOLE = '~';

/** What can stand at the cursor. The best matches come first. */
export const suggestionsAt = (place: TypingPlace, values: readonly TemplateValue[]): readonly Suggestion[] => {
  const query = place.query.toLowerCase();
  const found = place.kind === 'value' ? suggestValues(place, values) : suggestFilters(place, values);
  const matching = found.filter(({ id }) => id.toLowerCase().includes(query));
  return matching.toSorted((a, b) => rank(a.id, query) - rank(b.id, query)).slice(0, SHOWN);
};

const rank = (id: string, query: string): number => {
  if (id.startsWith(query)) return 0;
  return id.includes(`.${query}`) ? 1 : 2;
};

const suggestValues = ({ start, end }: TypingPlace, values: readonly TemplateValue[]): Suggestion[] =>
  values.map(({ path, isAlwaysKnown }) => {
    const text = outputOf(path, isAlwaysKnown ? null : '');
    // The cursor waits between the quotes of the fallback.
    const cursor = isAlwaysKnown ? text.length : text.indexOf('""') + 1;
    return { id: path, kind: 'value', insertion: { start, end, text, cursor } };
  });

const suggestFilters = ({ start, end, path }: TypingPlace, values: readonly TemplateValue[]): Suggestion[] => {
  const type = values.find((value) => value.path === path)?.type ?? 'STRING';
  return filtersOf(type).map((filter) => {
    const text = filter.replace(HOLE, '');
    const hole = filter.indexOf(HOLE);
    return { id: text, kind: 'filter', insertion: { start, end, text, ...(hole < 0 ? {} : { cursor: hole }) } };
  });
};
