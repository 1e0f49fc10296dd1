import { chunk, groupBy } from '../../collections.js';
import { dialectOf, execute, type Tx } from '../../database/database.js';
import type { Speed } from '../../ports/speed.js';
import type { StoredReason } from '../../providers/stored-reason.js';
import type { MessageResult } from './message-result.js';

/** The part of a run that a checkpoint counts. */
interface Scope {
  readonly runId: number;
  readonly batchId: number;
  readonly appId: number;
  /** Epoch ms. */
  readonly now: number;
}

/** The resolution of a run's timeline. */
export const TIMELINE_MS = 5_000;

const SHARDS = 8;
const REASONS_PER_STATEMENT = 100;
const REASON_KEY = ['run_id', 'outcome', 'provider', 'reason', 'shard'] as const;
const TIMELINE_KEY = ['run_id', 'bucket', 'shard'] as const;

/**
 * Counts failures by reason, so that nobody has to read a million rows. Stores the current provider, or '' if the
 * application has been deleted. Rows are sorted by key to avoid deadlocks.
 * @param failures with their stored reasons.
 */
export const addReasons = async (
  tx: Tx,
  { runId, batchId, appId }: Scope,
  failures: readonly (Pick<MessageResult, 'outcome'> & StoredReason)[],
): Promise<void> => {
  const groups = [...groupBy(failures, ({ outcome, reason }) => `${outcome} ${reason}`)].toSorted(byName);
  const onClash = dialectOf(tx).upsert(REASON_KEY, (incoming) => `count = run_failure.count + ${incoming('count')}`);
  for (const part of chunk(groups, REASONS_PER_STATEMENT)) {
    const provider = "COALESCE((SELECT a.push_provider FROM app a WHERE a.id = ?), '')";
    const rows = part.map(() => `(?, ?, ${provider}, ?, ?, ?, ?, ?)`);
    await execute(
      tx,
      `INSERT INTO run_failure (${REASON_KEY.join(', ')}, code, detail, count) VALUES ${rows.join(', ')} ${onClash}`,
      part.flatMap(([, group]) => [
        ...[runId, group[0]?.outcome, appId],
        ...[group[0]?.reason, batchId % SHARDS, group[0]?.code, group[0]?.detail, group.length],
      ]),
    );
  }
};

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Counts final outcomes in the timeline of the run; `failed` includes `rejected`. Holds the row until the commit. */
export const addToTimeline = async (
  tx: Tx,
  { runId, batchId, now }: Scope,
  { sent, failed, rejected }: { sent: number; failed: number; rejected: number },
): Promise<void> => {
  if (sent === 0 && failed === 0) return;
  const onClash = dialectOf(tx).upsert(TIMELINE_KEY, (incoming) =>
    ['sent', 'failed', 'rejected'].map((name) => `${name} = run_timeline.${name} + ${incoming(name)}`).join(', '),
  );
  await execute(
    tx,
    `INSERT INTO run_timeline (${TIMELINE_KEY.join(', ')}, sent, failed, rejected) VALUES (?, ?, ?, ?, ?, ?) ${onClash}`,
    [runId, Math.floor(now / TIMELINE_MS), batchId % SHARDS, sent, failed, rejected],
  );
};

/** Adds the row that counts the slots of a run, in the transaction that creates the run. */
export const insertRunPace = async (tx: Tx, runId: number, speed: Speed | null): Promise<void> => {
  if (speed === null) return;
  const sql =
    'INSERT INTO run_pace (run_id, began_at, paid_until_us, ready_at, watched_from) VALUES (?, NULL, 0, 0, 0)';
  await execute(tx, sql, [runId]);
};
