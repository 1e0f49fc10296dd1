import { registerEnumType } from 'type-graphql';
import type { SqlFragment } from '../../database/sql.js';
import { type AppError, badInput } from '../../errors.js';
import { isWithin } from '../../text/characters.js';

export const OrderDirectionEnum = { ASC: 'ASC', DESC: 'DESC' } as const satisfies Record<string, Direction>;

registerEnumType(OrderDirectionEnum, {
  name: 'OrderDirection',
  description: 'Which end of a list comes first.',
  valuesConfig: {
    ASC: { description: 'Smallest, earliest or first by letter.' },
    DESC: { description: 'Largest, latest or last by letter.' },
  },
});

export type Direction = 'ASC' | 'DESC';

export interface SortColumn {
  /** In the database. */
  readonly name: string;
  readonly type: 'number' | 'text';
}

/** A kind of list: its table, what it may be sorted by, and the unique key that ends every order. */
export interface Listing<T extends object, Sort extends string = string> {
  /** Part of every cursor, so that a cursor of another list is noticed. */
  readonly name: string;
  readonly entity: new () => T;
  /** Or a SELECT in parentheses, where whose rows they are takes a join. */
  readonly table: string;
  /** A parent may have millions of them: counts, and pages that may have to look at all, are long reads. */
  readonly isLarge?: true;
  /** Columns that are not read: large, and not shown. */
  readonly omit?: readonly string[];
  /** Unique within one parent. */
  readonly key: readonly SortColumn[];
  /** What comes before the key in the order. */
  readonly sorts: { readonly [sort in Sort]: readonly SortColumn[] };
  /** Where a parent's rows are those of given values of the key's first column (`PageRequest.within`). */
  readonly scan?: ScanBound;
}

/** How many rows may be looked at for one answer, where what is asked for has no index. */
export interface ScanBound {
  /** Of a list that has no more than these all may be. */
  readonly rows: number;
  /** For a page of one that has more: it must be found as well where they end, which reads them once more. */
  readonly pageRows: number;
  /** Says what to ask for instead. */
  readonly refuse: (asked: 'count' | 'sort' | 'page') => AppError;
}

/** A condition in SQL on the table as `t`, with `?` for its parameters. */
export interface Condition extends SqlFragment {
  /** Rows that meet it are found by an index; without it, all are looked at. */
  readonly seeks?: true;
  /** The same by an index, which pays while no more than so many meet it. */
  readonly byIndex?: IndexedCondition;
}

export interface IndexedCondition extends SqlFragment {
  readonly rows: number;
  /** Whether the index is asked before the first rows of a page are looked at: nearly always few meet the condition. */
  readonly turn: 'first' | 'second';
  /** Selects one row for each that meets it. */
  readonly meeting: SqlFragment;
}

/** Everything about a page except whose it is: pages with an equal request can be read together. */
export interface PageRequest<T extends object, Sort extends string = string> {
  readonly listing: Listing<T, Sort>;
  /** The column that says whose rows they are: `user_id`, `scheduler_id`. */
  readonly parentColumn: string;
  /** Of a listing with `scan`: the values of the key's first column that all its rows have, ascending. */
  readonly within?: readonly number[];
  readonly where: readonly Condition[];
  readonly sort: Sort;
  readonly direction: Direction;
  readonly range: PageRange;
}

export interface PageRange {
  readonly size: number;
  /** `forward` from the first row, `backward` from the last. */
  readonly walk: 'forward' | 'backward';
  readonly after: string | null;
  readonly before: string | null;
}

export const number = (name: string): SortColumn => ({ name, type: 'number' });
export const text = (name: string): SortColumn => ({ name, type: 'text' });

/** The conditions of a `where` input: what is null or left out does not narrow the list. */
export const conditions = (...parts: readonly (Condition | null)[]): Condition[] =>
  parts.filter((part): part is Condition => part !== null);

const MAX_VALUES = 1_000;
/** As long as a name can be. Databases compare a pattern with every row, and some at the cost of its length squared. */
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
 * Without regard to case. MySQL compares bytes, so that names are lowered there; SQLite's LIKE and LOWER know the case of
 * ASCII letters alone, and other letters must match as they are.
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

/** `!` and not a backslash, which MySQL reads as an escape in the literal itself. */
const toPattern = (part: string): string => `%${part.replace(/[!%_]/g, (sign) => `!${sign}`)}%`;
