import type { DeliveryLog } from '../../entities/delivery-log.js';
import { HELD, type OutcomeName } from '../../entities/outcome.js';
import type { Run } from '../../entities/run.js';
import type { GraphContext } from '../../schema/context.js';
import { MATCHES_NOTHING } from '../../schema/global-id.js';
import { type CursorOrder, type CursorValues, parseCursor, toPlaceCursor } from '../../schema/paging/cursor.js';
import { type Condition, compare, conditions, number, type PageRequest } from '../../schema/paging/listing.js';
import { type ForwardPageArgs, pageSize } from '../../schema/paging/page-args.js';
import { type DeliveryRecord, toRecords } from '../../services/deliveries/delivery-record.js';
import type { LogKey, LogRow } from '../../services/deliveries/outcome-windows.js';
import type { PushTotal } from '../../services/runs/run-parts-queries.js';
import {
  type DeliveryFilter,
  DeliveryWhereInput,
  deletedHistory,
  deliveryLogListing,
  fits,
} from './delivery-listing.js';

const COLUMNS = ['app_id', 'push_id', 'first_id', 'batch_id', 'place'].map(number);
const ORDER = { listing: 'delivery', sort: 'LOG', direction: 'ASC', columns: COLUMNS } as const;

interface Located {
  readonly node: DeliveryRecord;
  readonly at: readonly number[];
}

/** A page of the messages of a run, from the compact log. Each row of the log holds up to hundreds of messages. */
export const toDeliveryPage = async (
  context: GraphContext,
  { id: runId, historyDeletedAt }: Pick<Run, 'id' | 'historyDeletedAt'>,
  { page, where }: { page: ForwardPageArgs; where: DeliveryWhereInput | null | undefined },
) => {
  const filter = DeliveryWhereInput.toFilter(where);
  const size = pageSize('first', page.first);
  if (historyDeletedAt) {
    return deletedHistory(historyDeletedAt, async () =>
      filter.deviceId === null ? countAll(context, runId, filter) : 0,
    );
  }
  const after = page.after ? parseCursor(ORDER, 'after', page.after) : null;
  const asked = { filter, after, size };
  if (filter.deviceId !== null) return ofOneDevice(context, runId, { ...asked, deviceId: filter.deviceId });
  return filter.outcomes === null ? ofAll(context, runId, asked) : byOutcome(context, runId, asked);
};

interface Asked {
  readonly filter: DeliveryFilter;
  readonly after: CursorValues | null;
  readonly size: number;
}

const ofAll = async (context: GraphContext, runId: number, { filter, after, size }: Asked) => {
  const request: PageRequest<DeliveryLog> = {
    listing: deliveryLogListing,
    parentColumn: 'run_id',
    where: [
      ...conditions(compare('app_id', '=', filter.appId), compare('push_id', '=', filter.pushId)),
      ...(after ? [rowsFrom(after)] : []),
    ],
    sort: 'KEY',
    direction: 'ASC',
    // A row has at least one message. One more row is read, because the cursor may be at the end of its row.
    range: { size: size + 1, walk: 'forward', after: null, before: null },
  };
  const rows = await context.loaders.pages.load(request, runId);
  const rest = toLocated(rows.nodes, { after, size, filter });
  const hasNextPage = rest.length > size || rows.pageInfo.hasNextPage;
  return toConnection(rest.slice(0, size), {
    hasNextPage,
    hasPreviousPage: after !== null,
    totalCount: () => countAll(context, runId, filter),
  });
};

/** A page reads a bounded part of the log. It is short if it finds too few; the next page continues there. */
const byOutcome = async (context: GraphContext, runId: number, { filter, after, size }: Asked) => {
  const totals = await totalsOf(context, runId, filter);
  const totalCount = async () => sumOf(totals);
  const hasPreviousPage = after !== null;
  if (filter.outcomes === null || sumOf(totals) === 0) {
    return toConnection([], { hasNextPage: false, hasPreviousPage, totalCount });
  }
  const place = {
    runId,
    apps: rangeOf(totals.map(({ appId }) => appId)),
    pushes: rangeOf(totals.map(({ pushId }) => pushId)),
  };
  // The read includes one more row for the cursor, whose row may be exhausted, and one to detect a next page.
  const search = { outcomes: filter.outcomes, from: after && toLogKey(after), limit: size + 2 };
  const { rows, edge } = await context.loaders.outcomeWindows.load({ place, search });
  const located = toLocated(rows, { after, size, filter: asLogged(filter) });
  const isFull = located.length > size;
  const page = located.slice(0, size);
  const end = isFull ? page.at(-1)?.at : edge && [...edge, END_OF_ROW];
  return toConnection(await withCurrent(context, page, filter), {
    hasNextPage: isFull || edge !== null,
    hasPreviousPage,
    totalCount,
    ...(end ? { endCursor: toPlaceCursor(ORDER, end) } : {}),
  });
};

/** The current outcome. The log does not tell held messages from retries, so their waiting rows do. */
export const outcomeNow = (context: GraphContext, message: DeliveryRecord): OutcomeName | Promise<OutcomeName> =>
  message.outcome === 'retrying'
    ? context.loaders.waitingMessages.load(message).then((waiting) => (waiting?.isHeld ? HELD : 'retrying'))
    : message.outcome;

const asLogged = (filter: DeliveryFilter): DeliveryFilter => ({
  ...filter,
  outcomes: filter.outcomes?.map((outcome) => (outcome === HELD ? 'retrying' : outcome)) ?? null,
});

/** A page is short if some of its waiting messages wait for another reason. */
const withCurrent = async (
  context: GraphContext,
  located: readonly Located[],
  { outcomes }: DeliveryFilter,
): Promise<readonly Located[]> => {
  if (outcomes === null || outcomes.includes(HELD) === outcomes.includes('retrying')) return located;
  const current = await Promise.all(located.map(({ node }) => outcomeNow(context, node)));
  return located.filter((_, index) => outcomes.includes(current[index] ?? ''));
};

const END_OF_ROW = Number.MAX_SAFE_INTEGER;

const rangeOf = (ids: readonly number[]): readonly [number, number] => [Math.min(...ids), Math.max(...ids)];

const toLogKey = ([appId, pushId, firstId, batchId]: CursorValues): LogKey => [
  Number(appId),
  Number(pushId),
  Number(firstId),
  Number(batchId),
];

/** The messages after the cursor; reads no more rows than needed to detect a next page. */
const toLocated = (rows: readonly LogRow[], { after, size, filter }: Asked): Located[] => {
  const found: Located[] = [];
  for (const row of rows) {
    if (found.length > size) break;
    for (const node of toRecords(row)) {
      const at = [row.appId, row.pushId, row.firstId, row.batchId, node.place];
      if (fits(filter, node) && (!after || isBeyond(at, after))) found.push({ node, at });
    }
  }
  return found;
};

/** Reads all messages of the run for one device, which are few. */
const ofOneDevice = async (
  context: GraphContext,
  runId: number,
  { filter, after, size, deviceId }: Asked & { readonly deviceId: number },
) => {
  const device = deviceId === MATCHES_NOTHING ? null : await context.loaders.devices.load(deviceId);
  const asked = device && { appId: device.appId, deviceId: device.id, runIds: [runId] };
  const records = asked ? await context.loaders.deviceDeliveries.load(asked) : [];
  const fitting = records.filter((record) => fits(asLogged(filter), record));
  const all = fitting.map((node) => ({ node, at: [node.appId, node.pushId, 0, node.logKey, node.place] }));
  const located = await withCurrent(context, all, filter);
  const rest = behind(located, after);
  return toConnection(rest.slice(0, size), {
    hasNextPage: rest.length > size,
    hasPreviousPage: after !== null,
    totalCount: async () => located.length,
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
    /** The position at which the next page starts, unless that is after the last message. */
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

const countAll = async (context: GraphContext, runId: number, filter: DeliveryFilter): Promise<number> =>
  sumOf(await totalsOf(context, runId, filter));

const totalsOf = async (context: GraphContext, runId: number, filter: DeliveryFilter): Promise<PushTotal[]> =>
  (await context.loaders.pushTotals.load(runId)).filter((total) => total.count > 0 && fits(filter, total));

const sumOf = (totals: readonly PushTotal[]): number => totals.reduce((sum, { count }) => sum + count, 0);

/** Selects the row of a cursor and the rows after it. */
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

/** The messages after the cursor, in the order of cursors. */
export const behind = (located: readonly Located[], after: CursorValues | null): Located[] =>
  located.filter(({ at }) => !after || isBeyond(at, after)).sort((a, b) => (isBeyond(a.at, b.at) ? 1 : -1));

const isBeyond = (at: readonly number[], after: CursorValues): boolean => {
  for (const [index, value] of at.entries()) {
    const edge = Number(after[index] ?? 0);
    if (value !== edge) return value > edge;
  }
  return false;
};
