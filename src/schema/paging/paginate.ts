import { chunk, groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { hydrate, type Row } from '../../database/hydrate.js';
import { columnsToRead, type NeededColumns } from '../columns/needed-columns.js';
import { checkTogether, type FoundRows, readInKeyOrder, withinBound } from './bounded-reads.js';
import { Connection, type Page } from './connection.js';
import { toCursor } from './cursor.js';
import type { PageRequest } from './listing.js';
import { countStatement, orderOf, pageStatement, parentsAtOnce } from './page-sql.js';

/**
 * Reads the same page of several parents, with one statement for up to fifty of them.
 * @throws BAD_USER_INPUT for a cursor of another list; TOO_EXPENSIVE if it would examine too many rows
 */
export const paginate = async <T extends object>(
  database: Database,
  { request, needed, userId, countOf }: Asked<T>,
  parentIds: readonly number[],
): Promise<Map<number, Connection<T>>> => {
  const [onlyId] = parentIds.length === 1 ? parentIds : [];
  const columns = columnsOf(database, { request, needed }, onlyId === undefined);
  const found = await readPages(database, { request, columns, userId }, parentIds);
  const rowsOf =
    onlyId === undefined
      ? groupBy(found.rows, (row) => Number(row[request.parentColumn]))
      : new Map([[onlyId, found.rows]]);
  const order = orderOf(request);
  const cursorOf = (row: Row) => toCursor(order, row);
  const toNodes = (found: readonly Row[]) => hydrate(database.reader, request.listing.entity, found);
  return new Map(
    parentIds.map((id) => {
      const page = toPage(request, { rows: rowsOf.get(id) ?? [], cutAt: found.cutAt }, toNodes);
      return [id, new Connection({ page, cursorOf, totalCount: () => countOf(id) })];
    }),
  );
};

interface Asked<T extends object> {
  readonly request: PageRequest<T>;
  readonly needed: NeededColumns | null;
  /** The caller. */
  readonly userId: number;
  /** Counts the rows of a parent on all pages. */
  readonly countOf: (parentId: number) => Promise<number>;
}

const readPages = async <T extends object>(
  database: Database,
  { request: asked, columns, userId }: { request: PageRequest<T>; columns: readonly string[]; userId: number },
  parents: readonly number[],
): Promise<FoundRows> => {
  const { request: alone, parentIds } = asLeads(asked, { userId, parentIds: parents });
  const isLong = looksAtAll(alone);
  const [parentId] = parentIds.length === 1 ? parentIds : [];
  let request = alone;
  if (isOfLeads(request) && isLong) await checkTogether(database, { request, userId, parentIds }, 'sort');
  if (request.within && parentId !== undefined) {
    const reading = { request, userId, parentId };
    if (!isSorted(request)) return readInKeyOrder(database, { ...reading, columns });
    request = await withinBound(database, reading, 'sort');
  }
  const rows: Row[][] = [];
  for (const ids of chunk(parentIds, parentsAtOnce(request))) {
    const { sql, parameters } = pageStatement(request, { dialect: database.dialect, columns, parentIds: ids });
    rows.push(
      isLong ? await database.longRead<Row>(userId, sql, parameters) : await database.query<Row>(sql, parameters),
    );
  }
  return { rows: rows.length === 1 ? (rows[0] ?? []) : rows.flat(), cutAt: null };
};

/** True if the parents are the first column of the key. */
const isOfLeads = <T extends object>({ listing, parentColumn }: PageRequest<T>): boolean =>
  listing.scan !== undefined && parentColumn === listing.key[0]?.name;

/** Converts a single such parent to a list of the user within that parent, which has bounded reads. */
const asLeads = <T extends object>(
  request: PageRequest<T>,
  { userId, parentIds }: { readonly userId: number; readonly parentIds: readonly number[] },
): { readonly request: PageRequest<T>; readonly parentIds: readonly number[] } =>
  isOfLeads(request) && parentIds.length === 1
    ? { request: { ...request, parentColumn: 'user_id', within: parentIds }, parentIds: [userId] }
    : { request, parentIds };

/** The columns of the operation and of the cursors, and for several parents the parent column. */
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
  { rows: found, cutAt }: FoundRows,
  toNodes: (rows: readonly Row[]) => T[],
): Page<T> => {
  const { size, walk, after, before } = request.range;
  const hasMore = cutAt !== null || found.length > size;
  const kept = found.length > size ? found.slice(0, size) : found;
  const rows = walk === 'forward' ? kept : kept.toReversed();
  return {
    rows,
    nodes: toNodes(rows),
    // The row of a cursor existed, so there are rows on its side.
    hasNextPage: walk === 'forward' ? hasMore : before !== null,
    hasPreviousPage: walk === 'backward' ? hasMore : after !== null,
    ...(cutAt && (walk === 'forward' ? { endsAt: cutAt } : { startsAt: cutAt })),
  };
};

/** True if a filter or the order of a large list has no index. */
const looksAtAll = <T extends object>(request: PageRequest<T>): boolean =>
  request.listing.isLarge === true && (isSorted(request) || request.where.some(({ seeks }) => !seeks));

/** True if the order has columns before the key. */
const isSorted = <T extends object>({ listing, sort }: PageRequest<T>): boolean =>
  (listing.sorts[sort] ?? []).length > 0;

/** Counts the rows of each parent on all pages. @throws TOO_EXPENSIVE if it would examine too many rows */
export const countRows = async <T extends object>(
  database: Database,
  { request: given, userId }: Pick<Asked<T>, 'request' | 'userId'>,
  parents: readonly number[],
): Promise<number[]> => {
  const { request: asked, parentIds } = asLeads(given, { userId, parentIds: parents });
  if (isOfLeads(asked)) await checkTogether(database, { request: asked, userId, parentIds }, 'count');
  const [parentId] = asked.within && parentIds.length === 1 ? parentIds : [];
  const request =
    parentId === undefined ? asked : await withinBound(database, { request: asked, userId, parentId }, 'count');
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
