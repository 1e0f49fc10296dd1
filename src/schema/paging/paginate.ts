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
 * The same page of the lists of several parents, in one statement for up to fifty of them.
 * @throws BAD_USER_INPUT for a cursor that is not of this list; TOO_EXPENSIVE for too many rows to look at.
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
  /** Who asks. */
  readonly userId: number;
  /** How many rows a parent has on all pages. */
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

/** Whether its parents are the first column of the key. */
const isOfLeads = <T extends object>({ listing, parentColumn }: PageRequest<T>): boolean =>
  listing.scan !== undefined && parentColumn === listing.key[0]?.name;

/** One such parent alone is a list of the user's within that parent, which is read in bounds however large it is. */
const asLeads = <T extends object>(
  request: PageRequest<T>,
  { userId, parentIds }: { readonly userId: number; readonly parentIds: readonly number[] },
): { readonly request: PageRequest<T>; readonly parentIds: readonly number[] } =>
  isOfLeads(request) && parentIds.length === 1
    ? { request: { ...request, parentColumn: 'user_id', within: parentIds }, parentIds: [userId] }
    : { request, parentIds };

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
  { rows: found, cutAt }: FoundRows,
  toNodes: (rows: readonly Row[]) => T[],
): Page<T> => {
  const { size, walk, after, before } = request.range;
  const goesOn = cutAt !== null || found.length > size;
  const kept = found.length > size ? found.slice(0, size) : found;
  const rows = walk === 'forward' ? kept : kept.toReversed();
  return {
    rows,
    nodes: toNodes(rows),
    // A cursor stands for a row that was there: on its side the list goes on.
    hasNextPage: walk === 'forward' ? goesOn : before !== null,
    hasPreviousPage: walk === 'backward' ? goesOn : after !== null,
    ...(cutAt && (walk === 'forward' ? { endsAt: cutAt } : { startsAt: cutAt })),
  };
};

/** Of a large list: what it is filtered or sorted by has no index. */
const looksAtAll = <T extends object>(request: PageRequest<T>): boolean =>
  request.listing.isLarge === true && (isSorted(request) || request.where.some(({ seeks }) => !seeks));

/** By more than its key. */
const isSorted = <T extends object>({ listing, sort }: PageRequest<T>): boolean =>
  (listing.sorts[sort] ?? []).length > 0;

/** How many rows each parent has on all pages, in one statement. @throws TOO_EXPENSIVE for too many rows to look at. */
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
