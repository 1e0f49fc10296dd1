import type { Device } from '../../entities/device.js';
import type { GraphContext } from '../../schema/context.js';
import { RUNS_PER_PAGE } from '../../schema/loaders/create-loaders.js';
import { parseCursor, toPlaceCursor } from '../../schema/paging/cursor.js';
import { number } from '../../schema/paging/listing.js';
import { type ForwardPageArgs, pageSize } from '../../schema/paging/page-args.js';
import { behind, toConnection } from '../deliveries/delivery-page.js';

/** Runs are listed latest first. Cursors hold negated run ids, so that every column ascends. */
const COLUMNS = ['run', 'push_id', 'log_key', 'place'].map(number);
const ORDER = { listing: 'deviceDelivery', sort: 'RUN', direction: 'DESC', columns: COLUMNS } as const;

/** Reads the messages for a device from the next 50 runs, latest first. */
export const toDeviceDeliveries = async (context: GraphContext, { id, appId }: Device, page: ForwardPageArgs) => {
  const size = pageSize('first', page.first);
  const after = page.after ? parseCursor(ORDER, 'after', page.after) : null;
  const latest = after ? -Number(after[0]) : Number.MAX_SAFE_INTEGER;
  const runs = await context.loaders.latestRuns.load(latest);
  const runIds = runs.filter(({ historyDeletedAt }) => historyDeletedAt === null).map((run) => run.id);
  const records =
    runIds.length === 0 ? [] : await context.loaders.deviceDeliveries.load({ appId, deviceId: id, runIds });
  const located = behind(
    records.map((node) => ({ node, at: [-node.runId, node.pushId, node.logKey, node.place] })),
    after,
  );
  const shown = located.slice(0, size);
  const whole = shown.length === located.length;
  const oldest = runs.at(-1)?.id;
  return {
    ...toConnection(shown, {
      order: ORDER,
      hasNextPage: !whole || runs.length === RUNS_PER_PAGE,
      hasPreviousPage: after !== null,
      totalCount: async () => located.length,
      // These runs are exhausted: the next page continues with earlier runs.
      ...(whole && oldest !== undefined ? { endCursor: toPlaceCursor(ORDER, [-(oldest - 1), 0, 0, -1]) } : {}),
    }),
    historyDeletedAt: runs.find(({ historyDeletedAt }) => historyDeletedAt !== null)?.historyDeletedAt ?? null,
  };
};
