import type { Dialect } from '../../database/dialect.js';
import type { Row } from '../../database/hydrate.js';
import type { SqlFragment } from '../../database/sql.js';
import { type CursorOrder, type CursorValues, parseCursor } from './cursor.js';
import { type Key, type Region, stretchCondition } from './key-region.js';
import type { Condition, Direction, PageRequest, SortColumn } from './listing.js';

/** The columns of the order, with the unique key last. */
const orderColumns = <T extends object>({ listing, sort }: PageRequest<T>): readonly SortColumn[] => {
  const sorted = listing.sorts[sort] ?? [];
  return [...sorted, ...listing.key.filter((key) => !sorted.some((column) => column.name === key.name))];
};

/** The order of the cursors of this page. */
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
 * Reads one page per parent, with one extra row to detect a next page. Reads no other rows: a window function would read
 * all of them, and an application can have a million devices.
 */
export const pageStatement = <T extends object>(
  request: PageRequest<T>,
  { dialect, columns, parentIds }: PageParts,
): SqlFragment => {
  const conditions = [...request.where, ...cursorConditions(request)];
  const { sql, parameters } = selection(request, [
    { sql: `t.${request.parentColumn} = ?`, parameters: [] },
    ...withinCondition(request),
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

interface StretchParts {
  readonly columns: readonly string[];
  readonly parentId: number;
  /** One of `stretchesOf`. */
  readonly stretch: Region;
  readonly limit: number;
  readonly offset?: number;
}

/** Reads the first rows of a stretch in the order of the page. The stretch already accounts for the cursors. */
export const stretchStatement = <T extends object>(
  request: PageRequest<T>,
  { columns, parentId, stretch, limit, offset = 0 }: StretchParts,
): SqlFragment => {
  const { sql, parameters } = selection(request, [
    { sql: `t.${request.parentColumn} = ?`, parameters: [parentId] },
    stretchCondition(stretch, keyNames(request)),
    ...request.where,
  ]);
  const place = offset === 0 ? `LIMIT ${limit}` : `LIMIT ${limit} OFFSET ${offset}`;
  return { sql: `SELECT ${columns.join(', ')} ${sql} ORDER BY ${orderBy(request)} ${place}`, parameters };
};

interface EdgeParts {
  readonly dialect: Dialect;
  readonly parentId: number;
  /** The rows in the order of the page. */
  readonly stretches: readonly Region[];
  readonly rows: number;
}

/** Selects the key of the nth row, ignoring conditions; no row if there are fewer. */
export const edgeStatement = <T extends object>(
  request: PageRequest<T>,
  { dialect, parentId, stretches, rows }: EdgeParts,
): SqlFragment => {
  const columns = keyNames(request);
  const all = { ...request, where: [] };
  const [first] = stretches;
  if (first && stretches.length === 1) {
    return stretchStatement(all, { columns, parentId, stretch: first, limit: 1, offset: rows - 1 });
  }
  const parts = stretches.map((stretch) => stretchStatement(all, { columns, parentId, stretch, limit: rows }));
  const direction: Direction = isAscending(request) ? 'ASC' : 'DESC';
  const order = columns.map((column) => `${column} ${direction}`).join(', ');
  return {
    sql: `SELECT * FROM (${dialect.unionAll(parts.map(({ sql }) => sql))}) looked ORDER BY ${order} LIMIT 1 OFFSET ${rows - 1}`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
};

export const toKey = <T extends object>(request: PageRequest<T>, row: Row): Key => {
  const [lead, id] = keyNames(request);
  return [Number(row[lead]), Number(row[id])];
};

const keyNames = <T extends object>({ listing: { key } }: PageRequest<T>): readonly [string, string] => [
  key[0]?.name ?? '',
  key[1]?.name ?? '',
];

/** True if the page is read in ascending order, however it is shown. */
export const isAscending = <T extends object>({ direction, range }: PageRequest<T>): boolean =>
  (direction === 'ASC') === (range.walk === 'forward');

/** The region between the cursors of a page in the order of the key. */
export const regionOf = <T extends object>(request: PageRequest<T>): Region => {
  const { direction, range, within = [] } = request;
  const order = orderOf(request);
  const keyAt = (field: 'after' | 'before'): Key | null => {
    const cursor = range[field];
    if (cursor === null) return null;
    const [lead, id] = parseCursor(order, field, cursor);
    return [Number(lead), Number(id)];
  };
  const [after, before] = [keyAt('after'), keyAt('before')];
  return direction === 'ASC'
    ? { leads: within, low: after, high: before }
    : { leads: within, low: before, high: after };
};

/** Finds out if a parent has more than a number of rows, by keys only and ignoring conditions. */
export const moreThanStatement = <T extends object>(
  request: PageRequest<T>,
  { parentId, rows }: { parentId: number; rows: number },
): SqlFragment => {
  const { sql, parameters } = selection(request, [
    { sql: `t.${request.parentColumn} = ?`, parameters: [parentId] },
    ...withinCondition(request),
  ]);
  return { sql: `SELECT 1 AS more ${sql} LIMIT 1 OFFSET ${rows}`, parameters };
};

/** Finds out if several parents together have more than a number of rows. */
export const moreThanTogether = <T extends object>(
  { listing, parentColumn }: PageRequest<T>,
  { parentIds, rows }: { parentIds: readonly number[]; rows: number },
): SqlFragment => ({
  sql: `SELECT 1 AS more FROM ${listing.table} t WHERE t.${parentColumn} IN (${parentIds.map(() => '?').join(', ')})
    LIMIT 1 OFFSET ${rows}`,
  parameters: parentIds,
});

const withinCondition = <T extends object>(request: PageRequest<T>): SqlFragment[] => {
  const { within } = request;
  if (!within) return [];
  if (within.length === 0) return [{ sql: '1 = 0', parameters: [] }];
  return [stretchCondition({ leads: within, low: null, high: null }, keyNames(request))];
};

const MAX_PARENTS = 50;
/** SQLite allows 32,766. */
const MAX_PARAMETERS = 10_000;

/** The number of parents whose pages one statement reads. */
export const parentsAtOnce = <T extends object>({ where }: PageRequest<T>): number => {
  const each = where.reduce((count, { parameters }) => count + parameters.length, 1);
  return Math.max(1, Math.min(MAX_PARENTS, Math.floor(MAX_PARAMETERS / each)));
};

/** Counts the rows of each parent on all pages. */
export const countStatement = <T extends object>(
  request: PageRequest<T>,
  parentIds: readonly number[],
): SqlFragment => {
  const parent = request.parentColumn;
  const marks = parentIds.map(() => '?').join(', ');
  const { sql, parameters } = selection(request, [
    { sql: `t.${parent} IN (${marks})`, parameters: parentIds },
    ...withinCondition(request),
    ...request.where,
  ]);
  return { sql: `SELECT ${parent} AS parent, COUNT(*) AS total ${sql} GROUP BY ${parent}`, parameters };
};

const selection = <T extends object>({ listing }: PageRequest<T>, conditions: readonly SqlFragment[]): SqlFragment => ({
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

/** Writes `a > ? OR (a = ? AND (b > ?))`, because MySQL uses no index range for row values. */
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
  const direction: Direction = isAscending(request) ? 'ASC' : 'DESC';
  return orderColumns(request)
    .map((column) => `t.${column.name} ${direction}`)
    .join(', ');
};
