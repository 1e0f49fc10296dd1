import { chunk } from '../../collections.js';
import { dialectOf, execute, type Tx } from '../../database/database.js';
import { RECEIPT_KINDS, type ReceiptKind } from '../../entities/receipt.js';

/** Counts to add to a minute of one push; absent: 0. */
export interface TrafficDelta extends Partial<Readonly<Record<TrafficSum, number>>> {
  readonly pushId: number;
}

export type TrafficSum = 'sent' | 'failed' | ReceiptKind;
export const TRAFFIC_SUMS = ['sent', 'failed', ...RECEIPT_KINDS] as const satisfies readonly TrafficSum[];

export interface TrafficScope {
  readonly runId: number;
  readonly appId: number;
  /** Epoch ms. */
  readonly now: number;
  /** The id of a batch or device, which spreads concurrent writers over several rows. */
  readonly spreadBy: number;
}

const SHARDS = 8;
const MINUTE_MS = 60_000;
/** SQLite takes 500 SELECTs in one UNION. */
const PUSHES_PER_STATEMENT = 400;
const KEY = ['user_id', 'minute', 'app_id', 'scheduler_id', 'push_id', 'shard'] as const;
/**
 * Adds the counts of a page in one statement. Holds the rows until the commit, so call it late in a transaction. Pushes
 * are sorted to avoid deadlocks. User and scheduler are read from the run; 0 stands for no scheduler.
 */
export const addTraffic = async (
  tx: Tx,
  { runId, appId, now, spreadBy }: TrafficScope,
  deltas: readonly TrafficDelta[],
): Promise<void> => {
  const changed = deltas
    .filter((delta) => TRAFFIC_SUMS.some((name) => (delta[name] ?? 0) !== 0))
    .sort((a, b) => a.pushId - b.pushId);
  const onClash = dialectOf(tx).upsert(KEY, (incoming) =>
    TRAFFIC_SUMS.map((name) => `${name} = traffic.${name} + ${incoming(name)}`).join(', '),
  );
  for (const part of chunk(changed, PUSHES_PER_STATEMENT)) {
    const added = part.map(() => `SELECT ? AS push_id, ${TRAFFIC_SUMS.map((name) => `? AS ${name}`).join(', ')}`);
    await execute(
      tx,
      `INSERT INTO traffic (${KEY.join(', ')}, ${TRAFFIC_SUMS.join(', ')})
       SELECT r.user_id, ?, ?, CASE WHEN r.scheduler_id > 0 THEN r.scheduler_id ELSE 0 END, a.push_id, ?, ${TRAFFIC_SUMS.map((name) => `a.${name}`).join(', ')}
       FROM run r JOIN (${added.join(' UNION ALL ')}) a ON 1 = 1 WHERE r.id = ? ${onClash}`,
      [
        ...[Math.floor(now / MINUTE_MS), appId, spreadBy % SHARDS],
        ...part.flatMap((delta) => [delta.pushId, ...TRAFFIC_SUMS.map((name) => delta[name] ?? 0)]),
        runId,
      ],
    );
  }
};
