import type { Database } from '../../database/database.js';
import type { Row } from '../../database/hydrate.js';
import type { SqlFragment } from '../../database/sql.js';
import { cutAt, type Region, stretchesOf } from './key-region.js';
import type { IndexedCondition, PageRequest } from './listing.js';
import {
  edgeStatement,
  isAscending,
  moreThanStatement,
  moreThanTogether,
  regionOf,
  stretchStatement,
  toKey,
} from './page-sql.js';

/** Most pages are full after this many rows, and finding the end of so few is faster. */
const FIRST_LOOK = 2_000;

interface Reading<T extends object> {
  readonly request: PageRequest<T>;
  /** The caller. */
  readonly userId: number;
  readonly parentId: number;
}

/**
 * Returns the request in a form that examines no more rows than the `scan` of its listing allows.
 * @throws TOO_EXPENSIVE if there is none
 */
export const withinBound = async <T extends object>(
  database: Database,
  reading: Reading<T>,
  asked: 'count' | 'sort',
): Promise<PageRequest<T>> => {
  const { scan } = reading.request.listing;
  if (!scan) return reading.request;
  const indexed = (await byIndex(database, reading, 'first')) ?? (await byIndex(database, reading, 'second'));
  if (indexed) return indexed;
  if (await hasMore(database, reading, scan.rows)) throw scan.refuse(asked);
  return reading.request;
};

/**
 * Checks several parents that are the first column of the key: together they may have no more rows than `scan` allows.
 * Pages in the order of the key without conditions need no check.
 */
export const checkTogether = async <T extends object>(
  database: Database,
  { request, userId, parentIds }: Omit<Reading<T>, 'parentId'> & { readonly parentIds: readonly number[] },
  asked: 'count' | 'sort',
): Promise<void> => {
  const { scan } = request.listing;
  if (!scan) return;
  const { sql, parameters } = moreThanTogether(request, { parentIds, rows: scan.rows });
  if ((await database.longRead(userId, sql, parameters)).length > 0) throw scan.refuse(asked);
};

export interface FoundRows {
  /** The rows in the order of the walk; at most one more than the page size. */
  readonly rows: readonly Row[];
  /** The last examined row, if the limit was reached. */
  readonly cutAt: Row | null;
}

/**
 * Reads the rows of a page in the order of the key. Without an index it examines no more rows than `scan` allows: the page
 * is then short, and the next page continues there.
 * @throws TOO_EXPENSIVE if a first page would be empty, which clients would take for an empty list
 */
export const readInKeyOrder = async <T extends object>(
  database: Database,
  reading: Reading<T> & { readonly columns: readonly string[] },
): Promise<FoundRows> => {
  const { scan } = reading.request.listing;
  const request = (await byIndex(database, reading, 'first')) ?? reading.request;
  const isScan = request.where.some(({ seeks }) => !seeks);
  const walk = new KeyWalk(database, { ...reading, request, isScan });
  if (!scan || !isScan || request.where.some(({ seeks }) => seeks)) return walk.toEnd(request);
  if (await walk.look(FIRST_LOOK)) return walk.found;
  const indexed = await byIndex(database, reading, 'second');
  if (indexed) return walk.toEnd(indexed);
  // A narrow index counts the rows. If they are few enough, the list is read once, without finding an end first.
  if (!(await hasMore(database, reading, scan.rows))) return walk.toEnd(request);
  if (await walk.look(scan.pageRows - FIRST_LOOK)) return walk.found;
  const { after, before } = request.range;
  if (walk.found.rows.length === 0 && after === null && before === null) throw scan.refuse('page');
  return { ...walk.found, cutAt: walk.lookedAt };
};

/** Walks a list from the start of a page. */
class KeyWalk<T extends object> {
  private readonly rows: Row[] = [];
  private readonly isAscending: boolean;
  private readonly most: number;
  private request: PageRequest<T>;
  /** The region that has not been examined. */
  private rest: Region;
  /** The last examined row; null if no row or every row was examined. */
  lookedAt: Row | null = null;

  constructor(
    private readonly database: Database,
    private readonly reading: Reading<T> & { readonly columns: readonly string[]; readonly isScan: boolean },
  ) {
    this.request = reading.request;
    this.isAscending = isAscending(this.request);
    this.most = this.request.range.size + 1;
    this.rest = regionOf(this.request);
  }

  get found(): FoundRows {
    return { rows: this.rows, cutAt: null };
  }

  /** Walks until the page is full. @param request an equivalent request for the rest of the walk */
  async toEnd(request: PageRequest<T>): Promise<FoundRows> {
    this.request = request;
    await this.read(this.rest);
    return this.found;
  }

  /** Examines this many more rows. Returns true if the page is full or the list has ended. */
  async look(count: number): Promise<boolean> {
    const stretches = this.inOrder(this.rest);
    if (stretches.length === 0) return true;
    const { database, request, reading } = this;
    const { dialect } = database;
    const edge = edgeStatement(request, { dialect, parentId: reading.parentId, stretches, rows: count });
    const [row] = await this.ask(edge);
    if (!row) {
      await this.read(this.rest);
      return true;
    }
    const { upTo, beyond } = cutAt(this.rest, toKey(request, row), this.isAscending);
    await this.read(upTo);
    this.rest = beyond;
    this.lookedAt = row;
    return this.rows.length === this.most;
  }

  private async read(region: Region): Promise<void> {
    const { columns, parentId } = this.reading;
    for (const stretch of this.inOrder(region)) {
      const limit = this.most - this.rows.length;
      if (limit === 0) return;
      this.rows.push(...(await this.ask(stretchStatement(this.request, { columns, parentId, stretch, limit }))));
    }
  }

  private inOrder(region: Region): readonly Region[] {
    const stretches = stretchesOf(region);
    return this.isAscending ? stretches : stretches.toReversed();
  }

  private ask({ sql, parameters }: SqlFragment): Promise<Row[]> {
    const { isScan, userId } = this.reading;
    return isScan ? this.database.longRead(userId, sql, parameters) : this.database.query(sql, parameters);
  }
}

/** Rewrites the request to use the index of a condition, if few enough rows match it. */
const byIndex = async <T extends object>(
  database: Database,
  { request, userId }: Pick<Reading<T>, 'request' | 'userId'>,
  turn: IndexedCondition['turn'],
): Promise<PageRequest<T> | null> => {
  for (const condition of request.where) {
    const { byIndex: indexed } = condition;
    if (indexed?.turn !== turn) continue;
    const { meeting, rows, sql, parameters } = indexed;
    const more = `${meeting.sql} LIMIT 1 OFFSET ${rows}`;
    // A quick look-up of keys, which does not wait for long reads.
    const isQuick = turn === 'first';
    const met = isQuick
      ? database.query(more, meeting.parameters)
      : database.longRead(userId, more, meeting.parameters);
    if ((await met).length > 0) continue;
    const where = request.where.map((one) => (one === condition ? { sql, parameters, seeks: true as const } : one));
    return { ...request, where };
  }
  return null;
};

const hasMore = async <T extends object>(
  database: Database,
  { request, userId, parentId }: Reading<T>,
  rows: number,
): Promise<boolean> => {
  const { sql, parameters } = moreThanStatement(request, { parentId, rows });
  return (await database.longRead(userId, sql, parameters)).length > 0;
};
