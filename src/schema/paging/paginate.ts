import { chunk, groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { columnsToRead, type NeededColumns } from '../columns/needed-columns.js';
import { Connection, type Page, type Values } from './connection.js';
import { createCursorWriter } from './cursor.js';
import { createHydrator } from './hydrate.js';
import type { PageRequest } from './listing.js';
import { countStatement, orderOf, pageStatement, parentsAtOnce } from './page-sql.js';

/**
 * The same page of the lists of several parents, in one statement for up to fifty of them, and one more for all their
 * counts if any is asked for.
 * @throws BAD_USER_INPUT for a cursor that is not of this list.
 */
export const paginate = async <T extends object>(
  database: Database,
  { request, needed }: Asked<T>,
  parentIds: readonly number[],
): Promise<Map<number, Connection<T>>> => {
  const [onlyId] = parentIds.length === 1 ? parentIds : [];
  const columns = columnsOf(database, { request, needed }, onlyId === undefined);
  const rows = await readPages(database, { request, columns }, parentIds);
  const parentAt = columns.indexOf(request.parentColumn);
  const rowsOf = onlyId === undefined ? groupBy(rows, (row) => Number(row[parentAt])) : new Map([[onlyId, rows]]);
  const countOf = lazyCounts(database, request, parentIds);
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
}

const readPages = async <T extends object>(
  database: Database,
  { request, columns }: { request: PageRequest<T>; columns: readonly string[] },
  parentIds: readonly number[],
): Promise<readonly Values[]> => {
  const rows: Values[][] = [];
  for (const ids of chunk(parentIds, parentsAtOnce(request))) {
    const { sql, parameters } = pageStatement(request, { dialect: database.dialect, columns, parentIds: ids });
    rows.push(await database.queryValues(sql, parameters));
  }
  return rows.length === 1 ? (rows[0] ?? []) : rows.flat();
};

/** What the operation reads, what its cursors are made of, and, for several parents, whose row it is. */
const columnsOf = <T extends object>(
  database: Database,
  { request, needed }: Asked<T>,
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

const lazyCounts = <T extends object>(database: Database, request: PageRequest<T>, parentIds: readonly number[]) => {
  let counts: Promise<Map<number, number>> | null = null;
  return async (parentId: number): Promise<number> => {
    counts ??= countAll(database, request, parentIds);
    return (await counts).get(parentId) ?? 0;
  };
};

const countAll = async <T extends object>(
  database: Database,
  request: PageRequest<T>,
  parentIds: readonly number[],
): Promise<Map<number, number>> => {
  const { sql, parameters } = countStatement(request, parentIds);
  const rows = await database.query<{ parent: number; total: number }>(sql, parameters);
  return new Map(rows.map((row) => [Number(row.parent), Number(row.total)]));
};
