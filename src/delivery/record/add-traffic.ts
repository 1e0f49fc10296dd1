import { chunk } from '../../collections.js';
import { dialectOf, execute, type Tx } from '../../database/database.js';

/** What a minute had more of, of one push. */
export interface TrafficDelta {
  readonly pushId: number;
  readonly sent: number;
  readonly failed: number;
  readonly delivered: number;
  readonly clicked: number;
}

export interface TrafficScope {
  readonly runId: number;
  readonly appId: number;
  /** Epoch ms. */
  readonly now: number;
  /** What spreads those who add at once: a batch, a device. */
  readonly spreadBy: number;
}

const SHARDS = 8;
const MINUTE_MS = 60_000;
/** SQLite takes 500 SELECTs in one UNION. */
const PUSHES_PER_STATEMENT = 400;
const KEY = ['user_id', 'minute', 'app_id', 'scheduler_id', 'push_id', 'shard'] as const;
const SUMS = ['sent', 'failed', 'delivered', 'clicked'] as const;

/**
 * One statement for a whole page. It holds the minute's row until the commit, so it comes late in a transaction; pushes
 * in ascending order, so that no two wait for each other. The run knows whose it is and of which scheduler.
 */
export const addTraffic = async (
  tx: Tx,
  { runId, appId, now, spreadBy }: TrafficScope,
  deltas: readonly TrafficDelta[],
): Promise<void> => {
  const changed = deltas.filter((delta) => SUMS.some((name) => delta[name] !== 0)).sort((a, b) => a.pushId - b.pushId);
  const onClash = dialectOf(tx).upsert(KEY, (incoming) =>
    SUMS.map((name) => `${name} = traffic.${name} + ${incoming(name)}`).join(', '),
  );
  for (const part of chunk(changed, PUSHES_PER_STATEMENT)) {
    const added = part.map(() => `SELECT ? AS push_id, ${SUMS.map((name) => `? AS ${name}`).join(', ')}`);
    await execute(
      tx,
      `INSERT INTO traffic (${KEY.join(', ')}, ${SUMS.join(', ')})
       SELECT r.user_id, ?, ?, r.scheduler_id, a.push_id, ?, ${SUMS.map((name) => `a.${name}`).join(', ')}
       FROM run r JOIN (${added.join(' UNION ALL ')}) a ON 1 = 1 WHERE r.id = ? ${onClash}`,
      [
        ...[Math.floor(now / MINUTE_MS), appId, spreadBy % SHARDS],
        ...part.flatMap((delta) => [delta.pushId, ...SUMS.map((name) => delta[name])]),
        runId,
      ],
    );
  }
};
