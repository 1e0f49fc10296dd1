import { groupBy } from '../../../src/collections.js';
import { dialectFor } from '../../../src/database/dialect.js';
import type { BareDatabase, Row } from '../../rest/bare/bare-database.js';

/** One page, without the extra row that shows whether the list continues. */
export interface Page {
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
}

export interface ListAsked {
  readonly first: number;
  /** In SQL. */
  readonly columns: string;
}

/** The service's own statement. */
export const listSchedulers = async (
  database: BareDatabase,
  userId: number,
  { first, columns }: ListAsked,
): Promise<Page> =>
  toPage(
    await database.all(
      `SELECT ${columns} FROM scheduler t WHERE (t.user_id IN (?)) ORDER BY t.id ASC LIMIT ${first + 1}`,
      [userId],
    ),
    first,
  );

/** The first page of several schedulers' pushes, in one statement. */
export const listPushes = async (
  database: BareDatabase,
  schedulerIds: readonly number[],
  { first, columns }: ListAsked,
): Promise<Page[]> => {
  const page = `SELECT ${columns} FROM push t WHERE t.scheduler_id = ? ORDER BY t.position ASC, t.id ASC LIMIT ${first + 1}`;
  const { unionAll } = dialectFor(database.kind);
  const rows = await database.all(unionAll(schedulerIds.map(() => page)), schedulerIds);
  const rowsOf = groupBy(rows, (row) => Number(row.scheduler_id));
  return schedulerIds.map((id) => toPage(rowsOf.get(id) ?? [], first));
};

const toPage = (found: readonly Row[], first: number): Page => ({
  rows: found.length > first ? found.slice(0, first) : found,
  hasNextPage: found.length > first,
});

/** Cursors match the service's, so that all answers are equal. */
export const toId = (type: 'Scheduler' | 'Push', row: Row): string =>
  Buffer.from(`${type}:${row.id}`, 'latin1').toString('base64url');

export const toSchedulerCursor = (row: Row): string => encode(`["scheduler.ID.ASC",${row.id}]`);

export const toPushCursor = (row: Row): string => encode(`["push.POSITION.ASC",${row.position},${row.id}]`);

const encode = (cursor: string): string => Buffer.from(cursor).toString('base64url');

export const toIsoTime = (ms: number | string): string => new Date(Number(ms)).toISOString();
