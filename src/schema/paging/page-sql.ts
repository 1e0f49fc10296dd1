import type { Dialect } from '../../database/dialect.js';
import type { SqlFragment } from '../../database/sql.js';
import { type CursorOrder, type CursorValues, parseCursor } from './cursor.js';
import type { Condition, Direction, PageRequest, SortColumn } from './listing.js';

/** The columns that a page is ordered by, the unique key last. */
const orderColumns = <T extends object>({ listing, sort }: PageRequest<T>): readonly SortColumn[] => {
  const sorted = listing.sorts[sort] ?? [];
  return [...sorted, ...listing.key.filter((key) => !sorted.some((column) => column.name === key.name))];
};

/** The order that the cursors of this page belong to. */
export const orderOf = <T extends object>(request: PageRequest<T>): CursorOrder => {
  const { listing, sort, direction } = request;
  return { listing: listing.name, sort, direction, columns: orderColumns(request) };
};

interface PageParts {
  readonly dialect: Dialect;
  readonly columns: readonly string[];
  readonly parentIds: readonly number[];
}

/**
 * One page for each parent, with one row more than asked for, which tells whether the list goes on. Of each parent's
 * rows no more are read than that: by a window function they would all be, and an application has a million devices.
 */
export const pageStatement = <T extends object>(
  request: PageRequest<T>,
  { dialect, columns, parentIds }: PageParts,
): SqlFragment => {
  const conditions = [...request.where, ...cursorConditions(request)];
  const { sql, parameters } = selection(request, [
    { sql: `t.${request.parentColumn} = ?`, parameters: [] },
    ...conditions,
  ]);
  const list = columns.join(', ');
  const page = `SELECT ${list} ${sql} ORDER BY ${orderBy(request)} LIMIT ${request.range.size + 1}`;
  if (parentIds.length === 1) return { sql: page, parameters: [parentIds[0], ...parameters] };
  return {
    sql: dialect.unionAll(parentIds.map(() => page)),
    parameters: parentIds.flatMap((id) => [id, ...parameters]),
  };
};

const MAX_PARENTS = 50;
/** SQLite binds 32,766 at most. */
const MAX_PARAMETERS = 10_000;

/** How many parents' pages one statement reads. */
export const parentsAtOnce = <T extends object>({ where }: PageRequest<T>): number => {
  const each = where.reduce((count, { parameters }) => count + parameters.length, 1);
  return Math.max(1, Math.min(MAX_PARENTS, Math.floor(MAX_PARAMETERS / each)));
};

/** How many rows each parent has in all, whatever the page. */
export const countStatement = <T extends object>(
  request: PageRequest<T>,
  parentIds: readonly number[],
): SqlFragment => {
  const parent = request.parentColumn;
  const marks = parentIds.map(() => '?').join(', ');
  const { sql, parameters } = selection(request, [
    { sql: `t.${parent} IN (${marks})`, parameters: parentIds },
    ...request.where,
  ]);
  return { sql: `SELECT ${parent} AS parent, COUNT(*) AS total ${sql} GROUP BY ${parent}`, parameters };
};

const selection = <T extends object>({ listing }: PageRequest<T>, conditions: readonly Condition[]): SqlFragment => ({
  sql: `FROM ${listing.table} t WHERE ${conditions.map((condition) => `(${condition.sql})`).join(' AND ')}`,
  parameters: conditions.flatMap((condition) => condition.parameters),
});

const cursorConditions = <T extends object>(request: PageRequest<T>): Condition[] => {
  const { direction, range } = request;
  const order = orderOf(request);
  const { columns } = order;
  const parse = (field: 'after' | 'before', cursor: string | null): Condition[] =>
    cursor === null
      ? []
      : [beyond(columns, parseCursor(order, field, cursor), (field === 'after') === (direction === 'ASC') ? '>' : '<')];
  return [...parse('after', range.after), ...parse('before', range.before)];
};

/** `a > ? OR (a = ? AND (b > ?))`: row values would be shorter, but MySQL uses no index range for them. */
const beyond = (columns: readonly SortColumn[], values: CursorValues, sign: '>' | '<'): Condition => {
  const [column, ...rest] = columns;
  const [value, ...others] = values;
  if (!column || value === undefined) return { sql: '1 = 0', parameters: [] };
  const here = `t.${column.name} ${sign} ?`;
  if (rest.length === 0) return { sql: here, parameters: [value] };
  const deeper = beyond(rest, others, sign);
  return {
    sql: `${here} OR (t.${column.name} = ? AND (${deeper.sql}))`,
    parameters: [value, value, ...deeper.parameters],
  };
};

const orderBy = <T extends object>(request: PageRequest<T>): string => {
  const direction = request.range.walk === 'forward' ? request.direction : reverse(request.direction);
  return orderColumns(request)
    .map((column) => `t.${column.name} ${direction}`)
    .join(', ');
};

const reverse = (direction: Direction): Direction => (direction === 'ASC' ? 'DESC' : 'ASC');
