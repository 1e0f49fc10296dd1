import { chunk, groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { columnsToRead, type NeededColumns } from '../columns/needed-columns.js';
import { Connection, type Page, type Values } from './connection.js';
import { createCursorWriter } from './cursor.js';
import { createHydrator } from './hydrate.js';
import type { PageRequest } from './listing.js';
import { countStatement, orderOf, pageStatement, parentsAtOnce } from './page-sql.js';

/**
 * The same page of the lists of several parents, in one statement for up to fifty of them.
 * @throws BAD_USER_INPUT for a cursor that is not of this list.
 */
export const paginate = async <T extends object>(
  database: Database,
  { request, needed, userId, countOf }: Asked<T>,
  parentIds: readonly number[],
): Promise<Map<number, Connection<T>>> => {
  const [onlyId] = parentIds.length === 1 ? parentIds : [];
  const columns = columnsOf(database, { request, needed }, onlyId === undefined);
  const rows = await readPages(database, { request, columns, userId }, parentIds);
  const parentAt = columns.indexOf(request.parentColumn);
  const rowsOf = onlyId === undefined ? groupBy(rows, (row) => Number(row[parentAt])) : new Map([[onlyId, rows]]);
  const cursorOf = createCursorWriter(orderOf(request), columns);
  const toNodes = createHydrator(database.reader, { entity: request.listing.entity, columns });
  return new Map(
    parentIds.map((id) => {
      const page = toPage(request, rowsOf.get(id) ?? [], toNodes);
      return [id, new Connection({ page, cursorOf, totalCount: () => countOf(id) })];
    }),
  );
};

interface Asked<T extends object> {
  readonly request: PageRequest<T>;
  readonly needed: NeededColumns | null;
  /** Who asks. */
  readonly userId: number;
  /** How many rows a parent has on all pages. */
  readonly countOf: (parentId: number) => Promise<number>;
}

const readPages = async <T extends object>(
  database: Database,
  { request, columns, userId }: { request: PageRequest<T>; columns: readonly string[]; userId: number },
  parentIds: readonly number[],
): Promise<readonly Values[]> => {
  const isLong = looksAtAll(request);
  const rows: Values[][] = [];
  for (const ids of chunk(parentIds, parentsAtOnce(request))) {
    const { sql, parameters } = pageStatement(request, { dialect: database.dialect, columns, parentIds: ids });
    rows.push(
      isLong ? await database.longReadValues(userId, sql, parameters) : await database.queryValues(sql, parameters),
    );
  }
  return rows.length === 1 ? (rows[0] ?? []) : rows.flat();
};

/** What the operation reads, what its cursors are made of, and, for several parents, whose row it is. */
const columnsOf = <T extends object>(
  database: Database,
  { request, needed }: Pick<Asked<T>, 'request' | 'needed'>,
  ofSeveral: boolean,
): readonly string[] => {
  const { listing, parentColumn } = request;
  const { entity, omit } = listing;
  const names = new Set(columnsToRead(database.reader, { entity, omit, needed }));
  for (const { name } of orderOf(request).columns) names.add(name);
  if (ofSeveral) names.add(parentColumn);
  return [...names];
};

const toPage = <T extends object>(
  request: PageRequest<T>,
  found: readonly Values[],
  toNodes: (rows: readonly Values[]) => T[],
): Page<T> => {
  const { size, walk, after, before } = request.range;
  const goesOn = found.length > size;
  const kept = goesOn ? found.slice(0, size) : found;
  const rows = walk === 'forward' ? kept : kept.toReversed();
  return {
    rows,
    nodes: toNodes(rows),
    // A cursor stands for a row that was there: on its side the list goes on.
    hasNextPage: walk === 'forward' ? goesOn : before !== null,
    hasPreviousPage: walk === 'backward' ? goesOn : after !== null,
  };
};

/** Of a large list: what it is filtered or sorted by has no index. */
const looksAtAll = <T extends object>({ listing, where, sort }: PageRequest<T>): boolean =>
  listing.isLarge === true && ((listing.sorts[sort] ?? []).length > 0 || where.some(({ seeks }) => !seeks));

/** How many rows each parent has on all pages, in one statement. */
export const countRows = async <T extends object>(
  database: Database,
  { request, userId }: Pick<Asked<T>, 'request' | 'userId'>,
  parentIds: readonly number[],
): Promise<number[]> => {
  const { sql, parameters } = countStatement(request, parentIds);
  const rows = request.listing.isLarge
    ? await database.longRead<CountRow>(userId, sql, parameters)
    : await database.query<CountRow>(sql, parameters);
  const counts = new Map(rows.map((row) => [Number(row.parent), Number(row.total)]));
  return parentIds.map((id) => counts.get(id) ?? 0);
};

interface CountRow {
  readonly parent: number;
  readonly total: number;
}
