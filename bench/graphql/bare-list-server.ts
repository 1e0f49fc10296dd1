// The baseline for the graph: one Fastify route, the driver and plain loops.
import Fastify from 'fastify';
import { findCaller } from '../rest/bare/bare-caller.js';
import type { BareDatabase, Row } from '../rest/bare/bare-database.js';
import { openBareDatabase } from '../rest/bare/open-bare-database.js';
import { serve } from '../support/serve.js';
import {
  listPushes,
  listSchedulers,
  type Page,
  toId,
  toIsoTime,
  toPushCursor,
  toSchedulerCursor,
} from './rivals/list-data.js';

const PUSHES = 5;
const SCHEDULER_COLUMNS = 'id, kind, name, active, created_at';
const PUSH_COLUMNS = 'id, default_lang, status, scheduler_id, position';
const KINDS: Readonly<Record<string, string>> = {
  conversion: 'AUTO_PUSH',
  onesend: 'ONE_TIME',
  smartweekly: 'WEEKLY',
};

const listAll = async (database: BareDatabase, userId: number, first: number) => {
  const { rows, hasNextPage } = await listSchedulers(database, userId, { first, columns: SCHEDULER_COLUMNS });
  const ids = rows.map((row) => row.id);
  const pages = await listPushes(database, ids, { first: PUSHES, columns: PUSH_COLUMNS });
  const edges = rows.map((row, index) => toEdge(row, pages[index]));
  const [start, end] = [edges[0]?.cursor ?? null, edges.at(-1)?.cursor ?? null];
  return {
    data: {
      schedulers: { edges, pageInfo: { hasNextPage, hasPreviousPage: false, startCursor: start, endCursor: end } },
    },
  };
};

const toEdge = (row: Row, pushes: Page = { rows: [], hasNextPage: false }) => {
  const last = pushes.rows.at(-1);
  return {
    cursor: toSchedulerCursor(row),
    node: {
      id: toId('Scheduler', row),
      databaseId: row.id,
      name: row.name,
      kind: KINDS[row.kind],
      active: Boolean(row.active),
      createdAt: toIsoTime(row.created_at),
      pushes: {
        nodes: pushes.rows.map(toPush),
        pageInfo: { hasNextPage: pushes.hasNextPage, endCursor: last ? toPushCursor(last) : null },
      },
    },
  };
};

const toPush = (push: Row) => ({
  id: toId('Push', push),
  databaseId: push.id,
  defaultLang: push.default_lang,
  active: push.status === 1,
});

const database = openBareDatabase(process.env.DATABASE_URL ?? '');
const server = Fastify({ logger: false });
server.post<{ Body: { variables: { first: number } } }>('/graphql', async (request, reply) => {
  const userId = await findCaller(database, request, reply);
  return userId === null ? reply : listAll(database, userId, request.body.variables.first);
});
await serve(server, () => database.statements);
