import type { Dialect } from './dialect.js';
import type { SqlFragment } from './sql.js';

/** A range is read if it holds at most this many times as many rows as there are ids. */
const MOST_ROWS = 1.5;

/**
 * Matches ids by their range if most of them follow each other, as those of a page do: a range is read faster than a list.
 * Then the result may contain other ids of the range, which the caller must ignore.
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
