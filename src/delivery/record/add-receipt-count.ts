import { dialectOf, execute, type Tx } from '../../database/database.js';
import { RECEIPT_KINDS } from '../../entities/receipt.js';
import { NO_RUN } from '../../entities/run.js';
import type { TrafficDelta, TrafficScope } from './add-traffic.js';

const SHARDS = 8;
/** The shard of receipts that upkeep counts, so that it replaces no direct count. */
export const BACKFILL_SHARD = SHARDS;
export const RECEIPT_COUNT_KEY = ['run_id', 'app_id', 'push_id', 'kind', 'shard'] as const;

/**
 * Counts new receipts for reports. Receipts before `counted_from` are left to upkeep, which would count them twice.
 * Holds the rows until the commit. Rows are sorted to avoid deadlocks.
 */
export const addReceiptCounts = async (
  tx: Tx,
  { runId, appId, now, spreadBy }: TrafficScope,
  deltas: readonly TrafficDelta[],
): Promise<void> => {
  if (runId === NO_RUN) return;
  const onClash = dialectOf(tx).upsert(
    RECEIPT_COUNT_KEY,
    (incoming) => `count = receipt_count.count + ${incoming('count')}`,
  );
  for (const delta of deltas.toSorted((a, b) => a.pushId - b.pushId)) {
    const added = RECEIPT_KINDS.flatMap((kind) => {
      const count = delta[kind] ?? 0;
      return count === 0 ? [] : [[runId, appId, delta.pushId, kind, spreadBy % SHARDS, count]];
    });
    if (added.length === 0) continue;
    const rows = added.map(() => 'SELECT ? AS run_id, ? AS app_id, ? AS push_id, ? AS kind, ? AS shard, ? AS added');
    await execute(
      tx,
      `INSERT INTO receipt_count (${RECEIPT_COUNT_KEY.join(', ')}, count)
       SELECT run_id, app_id, push_id, kind, shard, added FROM (${rows.join(' UNION ALL ')}) x
       WHERE NOT EXISTS (SELECT 1 FROM receipt_backfill b WHERE b.counted_from > ?) ${onClash}`,
      [...added.flat(), now],
    );
  }
};
