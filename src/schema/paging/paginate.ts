import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { Connection, type Page } from './connection.js';
import { createCursorWriter } from './cursor.js';
import { columnNames, hydrate, type Row } from './hydrate.js';
import type { PageRequest } from './listing.js';
import { countStatement, orderOf, pageStatement } from './page-sql.js';

/**
 * The same page of the lists of several parents, in one statement, and one more for all their counts if any is asked for.
 * @throws BAD_USER_INPUT for a cursor that is not of this list.
 */
export const paginate = async <T extends object>(
  database: Database,
  request: PageRequest<T>,
  parentIds: readonly number[],
): Promise<Map<number, Connection<T>>> => {
  const own = columnNames(database.reader, request.listing.entity, request.listing.omit);
  // Lists over a join have their parent in a column that the entity lacks.
  const columns = own.includes(request.parentColumn) ? own : [...own, request.parentColumn];
  const { sql, parameters } = pageStatement(request, { columns, parentIds });
  const rows = await database.query<Row>(sql, parameters);
  const nodes = hydrate(database.reader, request.listing.entity, rows);
  const found = rows.map((row, index) => ({ row, node: nodes[index] as T }));
  const foundOf = groupBy(found, ({ row }) => Number(row[request.parentColumn]));
  const countOf = lazyCounts(database, request, parentIds);
  const cursorOf = createCursorWriter(orderOf(request));
  return new Map(
    parentIds.map((id) => {
      const page = toPage(request, foundOf.get(id) ?? []);
      return [id, new Connection({ page, cursorOf, totalCount: () => countOf(id) })];
    }),
  );
};

interface Found<T> {
  readonly row: Row;
  readonly node: T;
}

const toPage = <T extends object>(request: PageRequest<T>, found: readonly Found<T>[]): Page<T> => {
  const { size, walk, after, before } = request.range;
  const goesOn = found.length > size;
  const kept = goesOn ? found.slice(0, size) : found;
  const shown = walk === 'forward' ? kept : kept.toReversed();
  return {
    rows: shown.map(({ row }) => row),
    nodes: shown.map(({ node }) => node),
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
