import { type CursorOrder, type CursorValues, parseCursor } from './cursor.js';
import type { Condition, Direction, PageRequest, SortColumn } from './listing.js';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

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

/** One page for each parent, with one row more than asked for, which tells whether the list goes on. */
export const pageStatement = <T extends object>(
  request: PageRequest<T>,
  { columns, parentIds }: { columns: readonly string[]; parentIds: readonly number[] },
): Statement => {
  const { sql, parameters } = selection(request, parentIds);
  const order = orderBy(request);
  const list = columns.join(', ');
  const limit = request.range.size + 1;
  if (parentIds.length === 1) return { sql: `SELECT ${list} ${sql} ORDER BY ${order} LIMIT ${limit}`, parameters };
  const ranked = `SELECT ${list}, ROW_NUMBER() OVER (PARTITION BY ${request.parentColumn} ORDER BY ${order}) AS page_row ${sql}`;
  return { sql: `SELECT ${list} FROM (${ranked}) ranked WHERE page_row <= ${limit} ORDER BY page_row`, parameters };
};

/** How many rows each parent has in all, whatever the page. */
export const countStatement = <T extends object>(request: PageRequest<T>, parentIds: readonly number[]): Statement => {
  const { sql, parameters } = selection(
    { ...request, range: { ...request.range, after: null, before: null } },
    parentIds,
  );
  const parent = request.parentColumn;
  return { sql: `SELECT ${parent} AS parent, COUNT(*) AS total ${sql} GROUP BY ${parent}`, parameters };
};

const selection = <T extends object>(request: PageRequest<T>, parentIds: readonly number[]): Statement => {
  const marks = parentIds.map(() => '?').join(', ');
  const conditions: Condition[] = [
    { sql: `t.${request.parentColumn} IN (${marks})`, parameters: parentIds },
    ...request.where,
    ...cursorConditions(request),
  ];
  return {
    sql: `FROM ${request.listing.table} t WHERE ${conditions.map((condition) => `(${condition.sql})`).join(' AND ')}`,
    parameters: conditions.flatMap((condition) => condition.parameters),
  };
};

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
