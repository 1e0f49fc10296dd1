import type { Device } from '../../entities/device.js';
import type { GraphContext } from '../../schema/context.js';
import { RUNS_PER_PAGE } from '../../schema/loaders/create-loaders.js';
import { parseCursor, toPlaceCursor } from '../../schema/paging/cursor.js';
import { number } from '../../schema/paging/listing.js';
import { type ForwardPageArgs, pageSize } from '../../schema/paging/page-args.js';
import { behind, toConnection } from '../deliveries/delivery-page.js';

/** Runs are told from the latest: their numbers stand negative in cursors, so that all of it ascends. */
const COLUMNS = ['run', 'push_id', 'log_key', 'place'].map(number);
const ORDER = { listing: 'deviceDelivery', sort: 'RUN', direction: 'DESC', columns: COLUMNS } as const;

/** What was sent to a device, out of so many of the latest runs; those before them are on the next page. */
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
      // All that these runs have is told: it goes on with the run before them.
      ...(whole && oldest !== undefined ? { endCursor: toPlaceCursor(ORDER, [-(oldest - 1), 0, 0, -1]) } : {}),
    }),
    historyDeletedAt: runs.find(({ historyDeletedAt }) => historyDeletedAt !== null)?.historyDeletedAt ?? null,
  };
};
