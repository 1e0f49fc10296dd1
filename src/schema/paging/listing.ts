import type { SqlFragment } from '../../database/sql.js';
import { type AppError, badInput } from '../../errors.js';
import { isWithin } from '../../text/characters.js';
import { defineEnum } from '../define-enum.js';

export const OrderDirectionEnum = defineEnum('OrderDirection', 'The direction of a sort order.', {
  ASC: 'Ascending: smallest, earliest or first in the alphabet first.',
  DESC: 'Descending: largest, latest or last in the alphabet first.',
}) satisfies Record<string, Direction>;

export type Direction = 'ASC' | 'DESC';

export interface SortColumn {
  /** The name of the column. */
  readonly name: string;
  readonly type: 'number' | 'text';
}

/** A kind of list: its table, its orders, and the unique key that completes every order. */
export interface Listing<T extends object, Sort extends string = string> {
  /** Part of every cursor, so that a cursor of another list is refused. */
  readonly name: string;
  readonly entity: new () => T;
  /** A table, or a SELECT in parentheses if finding the parent takes a join. */
  readonly table: string;
  /** A parent can have millions of rows: counts, and pages that may have to scan them, are long reads. */
  readonly isLarge?: true;
  /** Columns that are never read, because they are large or secret. */
  readonly omit?: readonly string[];
  /** Unique within a parent. */
  readonly key: readonly SortColumn[];
  /** The columns before the key in each order. */
  readonly sorts: { readonly [sort in Sort]: readonly SortColumn[] };
  /** Limits reads without an index, for lists with `PageRequest.within`. */
  readonly scan?: ScanBound;
}

/** How many rows a read without an index may examine. */
export interface ScanBound {
  /** A list of up to this many rows may be read completely. */
  readonly rows: number;
  /** The limit for one page of a longer list. It is lower, because finding its end reads the rows once more. */
  readonly pageRows: number;
  /** The error, which says how to narrow the list. */
  readonly refuse: (asked: 'count' | 'sort' | 'page') => AppError;
}

/** A condition in SQL on the table `t`, with `?` for its parameters. */
export interface Condition extends SqlFragment {
  /** An index finds the matching rows; otherwise every row is examined. */
  readonly seeks?: true;
  /** The same condition through an index, which is faster when few rows match. */
  readonly byIndex?: IndexedCondition;
}

export interface IndexedCondition extends SqlFragment {
  /** The index pays up to this many matches. */
  readonly rows: number;
  /** `first`: tries the index before reading any rows, because few rows match almost always. */
  readonly turn: 'first' | 'second';
  /** Selects one row per match. */
  readonly meeting: SqlFragment;
}

/** A page without its parent: pages with equal requests can be read together. */
export interface PageRequest<T extends object, Sort extends string = string> {
  readonly listing: Listing<T, Sort>;
  /** The column that names the parent: `user_id`, `scheduler_id`. */
  readonly parentColumn: string;
  /** The allowed values of the key's first column, ascending; a listing with `scan` needs them. */
  readonly within?: readonly number[];
  readonly where: readonly Condition[];
  readonly sort: Sort;
  readonly direction: Direction;
  readonly range: PageRange;
}

export interface PageRange {
  readonly size: number;
  /** `forward` starts at the first row, `backward` at the last. */
  readonly walk: 'forward' | 'backward';
  readonly after: string | null;
  readonly before: string | null;
}

export const number = (name: string): SortColumn => ({ name, type: 'number' });
export const text = (name: string): SortColumn => ({ name, type: 'text' });

/** Drops conditions that were not given. */
export const conditions = (...parts: readonly (Condition | null)[]): Condition[] =>
  parts.filter((part): part is Condition => part !== null);

const MAX_VALUES = 1_000;
/** The longest name. Databases compare a pattern with every row, some at the cost of its length squared. */
const MAX_PART = 255;

type Value = string | number | boolean | Date;

export const compare = (column: string, sign: '=' | '>=' | '<', value: Value | null | undefined): Condition | null => {
  if (value === null || value === undefined) return null;
  return { sql: `t.${column} ${sign} ?`, parameters: [value instanceof Date ? value.getTime() : value] };
};

export const isOneOf = (column: string, values: readonly Value[] | null | undefined): Condition | null => {
  if (!values) return null;
  if (values.length > MAX_VALUES) throw badInput('where', `A list in \`where\` has at most ${MAX_VALUES} entries.`);
  if (values.length === 0) return { sql: '1 = 0', parameters: [] };
  return { sql: `t.${column} IN (${values.map(() => '?').join(', ')})`, parameters: values };
};

/**
 * Ignores case, as far as the database can. MySQL compares bytes, so names are lowered there. SQLite's LIKE and LOWER
 * only know ASCII letters; other letters must match exactly.
 */
export const contains = (column: string, part: string | null | undefined): Condition | null => {
  if (!part) return null;
  if (!isWithin(part, MAX_PART)) throw badInput('where', `A text in \`where\` has at most ${MAX_PART} characters.`);
  const like = `LIKE ? ESCAPE '!'`;
  return {
    sql: `t.${column} ${like} OR LOWER(t.${column}) ${like}`,
    parameters: [toPattern(part), toPattern(part.toLowerCase())],
  };
};

/** Escapes with `!`, because MySQL reads a backslash as an escape in the literal itself. */
const toPattern = (part: string): string => `%${part.replace(/[!%_]/g, (sign) => `!${sign}`)}%`;
