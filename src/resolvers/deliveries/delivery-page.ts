import type { DeliveryLog } from '../../entities/delivery-log.js';
import type { Run } from '../../entities/run.js';
import type { GraphContext } from '../../schema/context.js';
import { type CursorOrder, type CursorValues, parseCursor, toPlaceCursor } from '../../schema/paging/cursor.js';
import { type Condition, compare, conditions, number, type PageRequest } from '../../schema/paging/listing.js';
import { type ForwardPageArgs, pageSize } from '../../schema/paging/page-args.js';
import { type DeliveryRecord, toRecords } from '../../services/deliveries/delivery-record.js';
import { DeliveryWhereInput, deletedHistory, deliveryLogListing } from './delivery-listing.js';

const COLUMNS = ['app_id', 'push_id', 'first_id', 'batch_id', 'place'].map(number);
const ORDER = { listing: 'delivery', sort: 'LOG', direction: 'ASC', columns: COLUMNS } as const;

interface Located {
  readonly node: DeliveryRecord;
  readonly at: readonly number[];
}

/** A page of the messages of a run, out of the compact log: its rows hold up to hundreds of them each. */
export const toDeliveryPage = async (
  context: GraphContext,
  { id: runId, historyDeletedAt }: Pick<Run, 'id' | 'historyDeletedAt'>,
  { page, where }: { page: ForwardPageArgs; where: DeliveryWhereInput | null | undefined },
) => {
  const ids = DeliveryWhereInput.toIds(where);
  const size = pageSize('first', page.first);
  if (historyDeletedAt) {
    return deletedHistory(historyDeletedAt, async () => (ids.deviceId === null ? countAll(context, runId, ids) : 0));
  }
  const after = page.after ? parseCursor(ORDER, 'after', page.after) : null;
  if (ids.deviceId !== null) {
    return ofOneDevice(context, runId, { ids: { ...ids, deviceId: ids.deviceId }, after, size });
  }
  const request: PageRequest<DeliveryLog> = {
    listing: deliveryLogListing,
    parentColumn: 'run_id',
    where: [
      ...conditions(compare('app_id', '=', ids.appId), compare('push_id', '=', ids.pushId)),
      ...(after ? [rowsFrom(after)] : []),
    ],
    sort: 'KEY',
    direction: 'ASC',
    // A row has one message at least; one more, for the row that the cursor has come to the end of.
    range: { size: size + 1, walk: 'forward', after: null, before: null },
  };
  const rows = await context.loaders.pages.load(request, runId);
  const rest = toLocated(rows.nodes, { after, size });
  const hasNextPage = rest.length > size || rows.pageInfo.hasNextPage;
  return toConnection(rest.slice(0, size), {
    hasNextPage,
    hasPreviousPage: after !== null,
    totalCount: () => countAll(context, runId, ids),
  });
};

/** Those behind the cursor, of no more rows than it takes to know that there is a next page. */
const toLocated = (
  rows: readonly DeliveryLog[],
  { after, size }: { after: CursorValues | null; size: number },
): Located[] => {
  const found: Located[] = [];
  for (const row of rows) {
    if (found.length > size) break;
    for (const node of toRecords(row)) {
      const at = [row.appId, row.pushId, row.firstId, row.batchId, node.place];
      if (!after || isBeyond(at, after)) found.push({ node, at });
    }
  }
  return found;
};

/** All that the run has for it: a few. */
const ofOneDevice = async (
  context: GraphContext,
  runId: number,
  {
    ids,
    after,
    size,
  }: {
    ids: { appId: number | null; pushId: number | null; deviceId: number };
    after: CursorValues | null;
    size: number;
  },
) => {
  const device = ids.deviceId === 0 ? null : await context.loaders.devices.load(ids.deviceId);
  const asked = device && { appId: device.appId, deviceId: device.id, runIds: [runId] };
  const records = asked ? await context.loaders.deviceDeliveries.load(asked) : [];
  const fitting = records.filter(
    ({ appId, pushId }) => (ids.appId ?? appId) === appId && (ids.pushId ?? pushId) === pushId,
  );
  const located = fitting.map((node) => ({ node, at: [node.appId, node.pushId, 0, node.logKey, node.place] }));
  const rest = behind(located, after);
  return toConnection(rest.slice(0, size), {
    hasNextPage: rest.length > size,
    hasPreviousPage: after !== null,
    totalCount: async () => fitting.length,
  });
};

export const toConnection = (
  located: readonly Located[],
  {
    totalCount,
    order = ORDER,
    endCursor,
    ...ends
  }: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    totalCount: () => Promise<number>;
    order?: CursorOrder;
    /** Where the list goes on, if that is not after the last of them. */
    endCursor?: string | null;
  },
) => {
  const edges = located.map(({ node, at }) => ({ node, cursor: toPlaceCursor(order, at) }));
  const last = edges.at(-1)?.cursor ?? null;
  return {
    nodes: edges.map(({ node }) => node),
    edges,
    pageInfo: { ...ends, startCursor: edges[0]?.cursor ?? null, endCursor: endCursor === undefined ? last : endCursor },
    totalCount,
  };
};

const countAll = async (
  context: GraphContext,
  runId: number,
  { appId, pushId }: { appId: number | null; pushId: number | null },
): Promise<number> =>
  (await context.loaders.pushTotals.load(runId))
    .filter((total) => (appId ?? total.appId) === total.appId && (pushId ?? total.pushId) === total.pushId)
    .reduce((sum, { count }) => sum + count, 0);

/** The row of a cursor and those after it. */
const rowsFrom = (after: CursorValues): Condition =>
  fromHere(COLUMNS.slice(0, -1).map(({ name }, index) => ({ name, value: after[index] ?? 0 })));

const fromHere = ([here, ...deeper]: readonly { name: string; value: string | number }[]): Condition => {
  if (!here) return { sql: '1 = 1', parameters: [] };
  if (deeper.length === 0) return { sql: `t.${here.name} >= ?`, parameters: [here.value] };
  const rest = fromHere(deeper);
  return {
    sql: `t.${here.name} > ? OR (t.${here.name} = ? AND (${rest.sql}))`,
    parameters: [here.value, here.value, ...rest.parameters],
  };
};

/** Those behind the cursor, as cursors are ordered. */
export const behind = (located: readonly Located[], after: CursorValues | null): Located[] =>
  located.filter(({ at }) => !after || isBeyond(at, after)).sort((a, b) => (isBeyond(a.at, b.at) ? 1 : -1));

const isBeyond = (at: readonly number[], after: CursorValues): boolean => {
  for (const [index, value] of at.entries()) {
    const edge = Number(after[index] ?? 0);
    if (value !== edge) return value > edge;
  }
  return false;
};
