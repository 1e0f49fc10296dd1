import { chunk, groupBy } from '../../collections.js';
import { execute, placeholders, type Tx } from '../../database/database.js';
import type { Dialect } from '../../database/dialect.js';
import { clip } from '../../text/characters.js';
import type { Lease } from '../leases/leases.js';
import { addReasons, addToTimeline } from './add-run-details.js';
import { addTraffic } from './add-traffic.js';
import { encodeLog } from './delivery-log-codec.js';
import type { MessageResult } from './message-result.js';
import { noteForeignSubscriptions } from './note-foreign-subscriptions.js';
import { retireDevices } from './retire-devices.js';
import { withoutRetries } from './run-retries.js';

/** The part of a run that a checkpoint is about. */
export interface CheckpointScope {
  readonly runId: number;
  /** 0 counts for auto-push, whose log rows carry the first due send of the claim instead. */
  readonly batchId: number;
  readonly logKey: number;
  readonly appId: number;
  /** Epoch ms. */
  readonly now: number;
  /** Epoch ms after which no message of it is tried again. */
  readonly expiresAt: number;
}

const ROWS_PER_INSERT = 500;
const MAX_REASON = 255;

/**
 * Writes what became of a page at its first try: log, counters, failures, waiting retries, retired devices.
 * @param lease under which the rows of late messages are written.
 */
export const recordResults = async (
  tx: Tx,
  dialect: Dialect,
  { scope, results: found, lease }: { scope: CheckpointScope; results: readonly MessageResult[]; lease: Lease },
): Promise<void> => {
  if (found.length === 0) return;
  const results = await withoutRetries(tx, scope.runId, found);
  await insertLog(tx, dialect, { scope, results });
  const deltas = countResults(results);
  await addCounts(tx, dialect, { scope, deltas });
  await insertFailures(tx, dialect, { scope, results });
  await insertRetries(tx, { scope, results, lease });
  await addToMinute(tx, { scope, deltas });
  await retireDead(tx, { scope, results });
  await noteForeignSubscriptions(tx, scope, results);
};

export interface CountDelta {
  readonly pushId: number;
  readonly language: string;
  readonly outcome: string;
  readonly count: number;
}

/** Adds to the run's counters; a message that leaves `retrying` comes as -1 there and +1 elsewhere. */
export const addCounts = async (
  tx: Tx,
  dialect: Dialect,
  { scope, deltas }: { scope: CheckpointScope; deltas: readonly CountDelta[] },
): Promise<void> => {
  if (deltas.length === 0) return;
  const key = ['run_id', 'batch_id', 'app_id', 'push_id', 'language', 'outcome'];
  const rows = deltas.flatMap((delta) => [
    scope.runId,
    scope.batchId,
    scope.appId,
    delta.pushId,
    delta.language,
    delta.outcome,
    delta.count,
  ]);
  const onClash = dialect.upsert(key, (incoming) => `count = batch_count.count + ${incoming('count')}`);
  const columns = [...key, 'count'].join(', ');
  await execute(tx, `INSERT INTO batch_count (${columns}) VALUES ${placeholders(deltas.length, 7)} ${onClash}`, rows);
};

const FAILED: ReadonlySet<string> = new Set(['failed', 'invalid_token', 'expired']);

/** What has got its outcome counts in the minute in which it did, and in the timeline of its run. */
export const addToMinute = async (
  tx: Tx,
  { scope, deltas }: { scope: CheckpointScope; deltas: readonly CountDelta[] },
): Promise<void> => {
  const sum = (counts: readonly CountDelta[]): number => counts.reduce((total, { count }) => total + count, 0);
  const traffic = [...groupBy(deltas, ({ pushId }) => pushId)].map(([pushId, ofPush]) => ({
    pushId,
    sent: sum(ofPush.filter(({ outcome }) => outcome === 'sent')),
    failed: sum(ofPush.filter(({ outcome }) => FAILED.has(outcome))),
    delivered: 0,
    clicked: 0,
  }));
  const total = (name: 'sent' | 'failed'): number => traffic.reduce((all, push) => all + push[name], 0);
  await addToTimeline(tx, scope, { sent: total('sent'), failed: total('failed') });
  await addTraffic(tx, { ...scope, spreadBy: scope.batchId }, traffic);
};

const countResults = (results: readonly MessageResult[]): CountDelta[] =>
  [...groupBy(results, (result) => `${result.pushId} ${result.language} ${result.outcome}`).values()].flatMap(
    (group) => {
      const [first] = group;
      return first
        ? [{ pushId: first.pushId, language: first.language, outcome: first.outcome, count: group.length }]
        : [];
    },
  );

const insertLog = async (
  tx: Tx,
  dialect: Dialect,
  { scope, results }: { scope: CheckpointScope; results: readonly MessageResult[] },
): Promise<void> => {
  const rows = [...groupBy(results, (result) => result.pushId)].flatMap(([pushId, group]) => {
    const entries = group.toSorted((a, b) => a.deviceId - b.deviceId);
    const { members, outcomes } = encodeLog(entries);
    const range = [entries[0]?.deviceId, scope.logKey, entries.at(-1)?.deviceId];
    return [scope.runId, scope.appId, pushId, ...range, members, outcomes, scope.now];
  });
  const columns = 'run_id, app_id, push_id, first_id, batch_id, last_id, members, outcomes, logged_at';
  await execute(
    tx,
    `${dialect.insertIgnore} delivery_log (${columns}) VALUES ${placeholders(rows.length / 9, 9)}`,
    rows,
  );
};

/** Messages that ended without arriving, each with its reason. */
export const insertFailures = async (
  tx: Tx,
  dialect: Dialect,
  { scope, results }: { scope: CheckpointScope; results: readonly MessageResult[] },
): Promise<void> => {
  const failures = results
    .filter((result) => result.outcome !== 'sent' && result.outcome !== 'retrying')
    .map((result) => ({ ...result, reason: clip(result.reason ?? '', MAX_REASON) }));
  for (const part of chunk(failures, ROWS_PER_INSERT)) {
    const rows = part.flatMap((result) => [
      scope.runId,
      result.pushId,
      result.deviceId,
      result.occurrence,
      scope.appId,
      result.outcome,
      result.reason,
      scope.now,
    ]);
    const columns = 'run_id, push_id, device_id, occurrence, app_id, outcome, reason, failed_at';
    await execute(
      tx,
      `${dialect.insertIgnore} delivery_failure (${columns}) VALUES ${placeholders(part.length, 8)}`,
      rows,
    );
  }
  await addReasons(tx, scope, failures);
};

const insertRetries = async (
  tx: Tx,
  { scope, results, lease }: { scope: CheckpointScope; results: readonly MessageResult[]; lease: Lease },
): Promise<void> => {
  const waiting = results.filter((result) => result.retryAt !== null);
  for (const part of chunk(waiting, ROWS_PER_INSERT)) {
    const rows = part.flatMap((result) => [
      scope.runId,
      scope.batchId,
      scope.appId,
      result.pushId,
      result.deviceId,
      result.occurrence,
      result.language,
      Number(!result.isUntried),
      Number(result.isUnanswered ?? false),
      clip(result.reason ?? '', MAX_REASON),
      result.retryAt,
      scope.expiresAt,
      Number(result.waitsForApp),
      result.heldFor ?? null,
      result.isLate ? lease.owner : null,
      result.isLate ? lease.until : null,
    ]);
    const columns =
      'run_id, batch_id, app_id, push_id, device_id, occurrence, language, attempt, unanswered, reason, due_at, expires_at, waits_for_app, held_for, lease_owner, lease_until';
    await execute(tx, `INSERT INTO retry_send (${columns}) VALUES ${placeholders(part.length, 16)}`, rows);
  }
};

/** Dead tokens are not sent to again, unless the device has confirmed its token since. */
export const retireDead = async (
  tx: Tx,
  { scope, results }: { scope: CheckpointScope; results: readonly MessageResult[] },
): Promise<void> => {
  const dead = results.filter((result) => result.deadAt !== null);
  for (const group of groupBy(dead, (result) => `${result.deadAt} ${result.reason}`).values()) {
    await retireDevices(tx, {
      appId: scope.appId,
      deviceIds: [...new Set(group.map((result) => result.deviceId))],
      reason: group[0]?.reason ?? '',
      now: scope.now,
      unlessConfirmedAfter: group[0]?.deadAt ?? null,
    });
  }
};
