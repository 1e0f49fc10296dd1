import { chunk, groupBy } from '../../collections.js';
import { dialectOf, execute, type Tx } from '../../database/database.js';
import type { MessageResult } from './message-result.js';

/** The part of a run that is counted. */
interface Scope {
  readonly runId: number;
  readonly batchId: number;
  readonly appId: number;
  /** Epoch ms. */
  readonly now: number;
}

/** The stretches of time that a run's timeline is counted in. */
export const TIMELINE_MS = 5_000;

const SHARDS = 8;
const REASONS_PER_STATEMENT = 100;
const REASON_KEY = ['run_id', 'outcome', 'provider', 'reason', 'shard'] as const;
const TIMELINE_KEY = ['run_id', 'bucket', 'shard'] as const;

/**
 * Counts messages that did not arrive by their reasons, so that nobody need read a million failures to know why. The
 * provider is that of now, and none once the application is gone. In the order of the key, so that no two wait for each other.
 * @param failures with the reason as it is stored with the message.
 */
export const addReasons = async (
  tx: Tx,
  { runId, batchId, appId }: Scope,
  failures: readonly Pick<MessageResult, 'outcome' | 'reason'>[],
): Promise<void> => {
  const groups = [...groupBy(failures, ({ outcome, reason }) => `${outcome} ${reason}`)].toSorted(byName);
  const onClash = dialectOf(tx).upsert(REASON_KEY, (incoming) => `count = run_failure.count + ${incoming('count')}`);
  for (const part of chunk(groups, REASONS_PER_STATEMENT)) {
    const rows = part.map(() => "(?, ?, COALESCE((SELECT a.push_provider FROM app a WHERE a.id = ?), ''), ?, ?, ?)");
    await execute(
      tx,
      `INSERT INTO run_failure (${REASON_KEY.join(', ')}, count) VALUES ${rows.join(', ')} ${onClash}`,
      part.flatMap(([, group]) => [
        ...[runId, group[0]?.outcome, appId],
        ...[group[0]?.reason, batchId % SHARDS, group.length],
      ]),
    );
  }
};

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Counts messages that have got their outcome in the timeline of their run. Holds the row until the commit. */
export const addToTimeline = async (
  tx: Tx,
  { runId, batchId, now }: Scope,
  { sent, failed }: { sent: number; failed: number },
): Promise<void> => {
  if (sent === 0 && failed === 0) return;
  const onClash = dialectOf(tx).upsert(TIMELINE_KEY, (incoming) =>
    ['sent', 'failed'].map((name) => `${name} = run_timeline.${name} + ${incoming(name)}`).join(', '),
  );
  await execute(
    tx,
    `INSERT INTO run_timeline (${TIMELINE_KEY.join(', ')}, sent, failed) VALUES (?, ?, ?, ?, ?) ${onClash}`,
    [runId, Math.floor(now / TIMELINE_MS), batchId % SHARDS, sent, failed],
  );
};
