import { dialectOf, execute, type Tx } from '../../database/database.js';
import type { ReceiptKind } from '../../entities/receipt.js';
import { NO_RUN } from '../../entities/run.js';
import type { TrafficScope } from './add-traffic.js';

const SHARDS = 8;
/** The shard of receipts that upkeep counts, so that it replaces no direct count. */
export const BACKFILL_SHARD = SHARDS;
export const RECEIPT_COUNT_KEY = ['run_id', 'app_id', 'push_id', 'kind', 'shard'] as const;

/**
 * Counts a new receipt for reports. Receipts before `counted_from` are left to upkeep, which would count them twice.
 * Holds the row until the commit.
 */
export const addReceiptCount = async (
  tx: Tx,
  { runId, appId, now, spreadBy }: TrafficScope,
  { pushId, kind }: { readonly pushId: number; readonly kind: ReceiptKind },
): Promise<void> => {
  if (runId === NO_RUN) return;
  const onClash = dialectOf(tx).upsert(
    RECEIPT_COUNT_KEY,
    (incoming) => `count = receipt_count.count + ${incoming('count')}`,
  );
  await execute(
    tx,
    `INSERT INTO receipt_count (${RECEIPT_COUNT_KEY.join(', ')}, count)
     SELECT ?, ?, ?, ?, ?, 1 FROM (SELECT 1 AS one) x
     WHERE NOT EXISTS (SELECT 1 FROM receipt_backfill b WHERE b.counted_from > ?) ${onClash}`,
    [runId, appId, pushId, kind, spreadBy % SHARDS, now],
  );
};
