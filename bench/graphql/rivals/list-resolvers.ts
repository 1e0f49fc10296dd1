import type { Row } from '../../rest/bare/bare-database.js';
import type { ListContext } from './list-context.js';
import { listSchedulers, type Page, toId, toIsoTime, toPushCursor, toSchedulerCursor } from './list-data.js';
import { RIVAL_COLUMNS } from './rival-columns.js';

interface PageArgs {
  readonly first: number;
}

/**
 * The part of our schema that the query uses, with handwritten resolvers: a function for every field that is not a
 * column.
 */
export const listResolvers = {
  Query: {
    schedulers: async (_root: unknown, { first }: PageArgs, { database, userId }: ListContext) =>
      toConnection(
        await listSchedulers(database, userId, { first, columns: RIVAL_COLUMNS.schedulers }),
        toSchedulerCursor,
      ),
  },
  SchedulerKind: { AUTO_PUSH: 'conversion', ONE_TIME: 'onesend', WEEKLY: 'smartweekly' },
  Scheduler: { __resolveType: () => 'AutoPushScheduler' },
  AutoPushScheduler: {
    id: (row: Row) => toId('Scheduler', row),
    databaseId: (row: Row) => row.id,
    active: (row: Row) => Boolean(row.active),
    createdAt: (row: Row) => toIsoTime(row.created_at),
    pushes: async (row: Row, { first }: PageArgs, { pushPages }: ListContext) =>
      toConnection(await pushPages(first).load(row.id), toPushCursor),
  },
  Push: {
    id: (row: Row) => toId('Push', row),
    databaseId: (row: Row) => row.id,
    defaultLang: (row: Row) => row.default_lang,
    active: (row: Row) => row.status === 1,
  },
};

const toConnection = ({ rows, hasNextPage }: Page, toCursor: (row: Row) => string) => ({
  nodes: rows,
  edges: rows.map((node) => ({ cursor: toCursor(node), node })),
  pageInfo: {
    hasNextPage,
    hasPreviousPage: false,
    startCursor: rows[0] ? toCursor(rows[0]) : null,
    endCursor: rows.length > 0 ? toCursor(rows.at(-1) as Row) : null,
  },
});
