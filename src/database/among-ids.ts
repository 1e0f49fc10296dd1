import type { Dialect } from './dialect.js';
import type { SqlFragment } from './sql.js';

/** Up to this many times as many rows as there are ids, a range is read faster than a list. */
const MOST_ROWS = 1.5;

/**
 * Matches ids of which most follow each other, as those of a page do, by their range, which is much cheaper than a list.
 * The result may then contain other ids of the range, so the caller must ignore them.
 */
export const amongIds = (dialect: Dialect, column: string, ids: readonly number[]): SqlFragment => {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const id of ids) {
    first = Math.min(first, id);
    last = Math.max(last, id);
  }
  return ids.length > 0 && last - first < ids.length * MOST_ROWS
    ? { sql: `${column} BETWEEN ? AND ?`, parameters: [first, last] }
    : dialect.among(column, ids);
};
