import { getOrInsert, groupBy } from '../../collections.js';
import type { Tx } from '../../database/database.js';
import type { Dialect } from '../../database/dialect.js';
import { insertRows } from '../../database/write-rows.js';
import { BATCH_COUNT_TABLE, type BatchCount } from '../../entities/batch-count.js';
import { DELIVERY_FAILURE_TABLE } from '../../entities/delivery-failure.js';
import { DELIVERY_LOG_TABLE } from '../../entities/delivery-log.js';
import { HELD } from '../../entities/outcome.js';
import { RETRY_SEND_TABLE } from '../../entities/retry-send.js';
import { WAITING_ARM } from '../../ports/experiment.js';
import type { StoredReason } from '../../providers/stored-reason.js';
import type { Lease } from '../leases/leases.js';
import { addReasons, addToTimeline } from './add-run-details.js';
import { addTraffic } from './add-traffic.js';
import { FOR_GOOD, giveBackOfPage, keepsReservation } from './cap-reservations.js';
import { encodeLog } from './delivery-log-codec.js';
import { recordSends } from './device-ledger.js';
import { type LogScope, logMessages } from './log-messages.js';
import { type MessageResult, storedReasonOf } from './message-result.js';
import { noteForeignSubscriptions } from './note-foreign-subscriptions.js';
import { retireDevices } from './retire-devices.js';
import { withoutRetries } from './run-retries.js';

/** The part of a run that a checkpoint covers. */
export interface CheckpointScope extends LogScope {
  /** 0 for auto-push, whose log rows have the first due send of the claim as `logKey`. */
  readonly batchId: number;
  readonly logKey: number;
  /** Epoch ms after which no message is retried. */
  readonly expiresAt: number;
  /** The run writes `device_send`. */
  readonly keepsLedger: boolean;
}

/**
 * Records the first try of a page: log, counters, failures, waiting retries, retired devices.
 * @param lease leases the rows of late messages.
 */
export const recordResults = async (
  tx: Tx,
  dialect: Dialect,
  { scope, results: found, unsent = [], lease }: FirstTries,
): Promise<void> => {
  if (found.length === 0) return giveBackOfPage(tx, scope.runId, unsent);
  const results = await withoutRetries(tx, scope.runId, found);
  await insertLog(tx, { scope, results: results.filter((result) => !waitsForWinner(result)) });
  await recordSends(tx, scope, results);
  const deltas = countResults(results);
  await addCounts(tx, dialect, { scope, deltas });
  await insertFailures(tx, { scope, results });
  await insertRetries(tx, { scope, results, lease });
  await addToMinute(tx, { scope, deltas });
  await noteForeignSubscriptions(tx, scope, results);
  await giveBackOfPage(tx, scope.runId, [...results, ...unsent]);
  // These come last: they lock the positions of the account until the commit.
  await retireDead(tx, { scope, results });
  await logMessages(tx, scope, results);
};

interface FirstTries {
  readonly scope: CheckpointScope;
  readonly results: readonly MessageResult[];
  /** Messages returned by a pause. Nothing is recorded for them. */
  readonly unsent?: readonly MessageResult[];
  readonly lease: Lease;
}

export interface CountDelta extends Readonly<Pick<BatchCount, 'pushId' | 'language' | 'outcome' | 'count'>> {
  /** Absent: the value of the scope. */
  readonly batchId?: number;
}

/** Adds to the counters of a run. A message that leaves `retrying` or `held` has a delta of -1 there and +1 elsewhere. */
export const addCounts = async (
  tx: Tx,
  dialect: Dialect,
  { scope, deltas }: { scope: Pick<CheckpointScope, 'runId' | 'batchId' | 'appId'>; deltas: readonly CountDelta[] },
): Promise<void> => {
  if (deltas.length === 0) return;
  const key = ['run_id', 'batch_id', 'app_id', 'push_id', 'language', 'outcome'];
  const onClash = dialect.upsert(key, (incoming) => `count = batch_count.count + ${incoming('count')}`);
  const { runId, batchId, appId } = scope;
  await insertRows(
    tx,
    BATCH_COUNT_TABLE,
    deltas.map((delta) => ({ runId, batchId, appId, ...delta })),
    onClash,
  );
};

const REJECTED: ReadonlySet<string> = new Set(['failed', 'invalid_token']);
const FAILED: ReadonlySet<string> = new Set([...REJECTED, 'expired']);

/** Counts final outcomes in the current minute and in the timeline of the run. */
export const addToMinute = async (
  tx: Tx,
  { scope, deltas }: { scope: CheckpointScope; deltas: readonly CountDelta[] },
): Promise<void> => {
  const sum = (counts: readonly CountDelta[]): number => counts.reduce((total, { count }) => total + count, 0);
  const traffic = [...groupBy(deltas, ({ pushId }) => pushId)].map(([pushId, ofPush]) => ({
    pushId,
    sent: sum(ofPush.filter(({ outcome }) => outcome === 'sent')),
    failed: sum(ofPush.filter(({ outcome }) => FAILED.has(outcome))),
  }));
  const total = (name: 'sent' | 'failed'): number => traffic.reduce((all, push) => all + push[name], 0);
  const rejected = sum(deltas.filter(({ outcome }) => REJECTED.has(outcome)));
  await addToTimeline(tx, scope, { sent: total('sent'), failed: total('failed'), rejected });
  await addTraffic(tx, { ...scope, spreadBy: scope.batchId }, traffic);
};

/** Most results are like the one before, which saves a look-up in the map. */
const countResults = (results: readonly MessageResult[]): CountDelta[] => {
  const deltas = new Map<string, CountDelta & { count: number }>();
  let last: (CountDelta & { count: number }) | undefined;
  for (const { pushId, language, outcome } of results) {
    if (last?.outcome !== outcome || last.pushId !== pushId || last.language !== language) {
      last = getOrInsert(deltas, `${pushId} ${language} ${outcome}`, () => ({ pushId, language, outcome, count: 0 }));
    }
    last.count += 1;
  }
  return [...deltas.values()];
};

export const insertLog = async (
  tx: Tx,
  { scope, results }: { scope: CheckpointScope; results: readonly MessageResult[] },
): Promise<void> => {
  const { runId, appId, logKey: batchId, now: loggedAt } = scope;
  const rows = [...groupBy(results, (result) => result.pushId)].map(([pushId, group]) => {
    const entries = group.toSorted((a, b) => a.deviceId - b.deviceId);
    const range = { firstId: entries[0]?.deviceId ?? 0, lastId: entries.at(-1)?.deviceId ?? 0 };
    return { runId, appId, pushId, batchId, ...range, ...encodeLog(entries), loggedAt };
  });
  await insertRows(tx, DELIVERY_LOG_TABLE, rows, 'ignore');
};

/** Records messages that failed, with their reasons. */
export const insertFailures = async (
  tx: Tx,
  { scope, results }: { scope: CheckpointScope; results: readonly MessageResult[] },
): Promise<void> => {
  const failures = results
    .filter((result) => result.outcome !== 'sent' && !mustWait(result))
    .map((result) => ({ ...result, ...storedReasonOf(result) }));
  const { runId, appId, now: failedAt } = scope;
  await insertRows(
    tx,
    DELIVERY_FAILURE_TABLE,
    failures.map((failure) => ({ ...failure, runId, appId, failedAt })),
    'ignore',
  );
  await addReasons(tx, scope, failures);
};

const insertRetries = async (
  tx: Tx,
  { scope, results, lease }: { scope: CheckpointScope; results: readonly MessageResult[]; lease: Lease },
): Promise<void> => {
  const { runId, batchId, appId, expiresAt } = scope;
  // A held audience has a row for each message, and few reasons.
  const reasons = new Map<string, StoredReason>();
  const reasonOf = (result: MessageResult) =>
    getOrInsert(reasons, `${result.code} ${result.detail}`, () => storedReasonOf(result));
  const toRow = (result: WaitingResult, { reason, code, detail }: StoredReason) => ({
    reason,
    code,
    detail,
    runId,
    batchId,
    appId,
    pushId: result.pushId,
    deviceId: result.deviceId,
    occurrence: result.occurrence,
    eventData: result.event ?? null,
    language: result.language,
    dueAt: result.retryAt,
    expiresAt,
    waitsForApp: result.waitsForApp,
    stopped: false,
    attempt: Number(!result.isUntried),
    unanswered: Number(result.isUnanswered ?? false),
    heldFor: result.heldFor ?? null,
    variant: result.arm ?? null,
    capSubjects: keepsReservation(result) || result.capSubjects === FOR_GOOD ? (result.capSubjects ?? null) : null,
    held: result.outcome === HELD,
    leaseOwner: result.isLate ? lease.owner : null,
    leaseUntil: result.isLate ? lease.until : null,
  });
  const rows = results.filter(mustWait).map((result) => toRow(result, reasonOf(result)));
  await insertRows(tx, RETRY_SEND_TABLE, rows);
};

/** The log is sorted by push, so it gets the message only once the push is chosen. */
export const waitsForWinner = ({ arm, outcome }: MessageResult): boolean => arm === WAITING_ARM && outcome === HELD;

interface WaitingResult extends MessageResult {
  readonly retryAt: number;
}

/** The message is retried, or held by a rule. */
export const mustWait = (result: MessageResult): result is WaitingResult => result.retryAt !== null;

/** Retires devices with dead tokens, unless the device has confirmed its token since. */
export const retireDead = async (
  tx: Tx,
  { scope, results }: { scope: CheckpointScope; results: readonly MessageResult[] },
): Promise<void> => {
  const dead = results.filter((result) => result.deadAt !== null);
  for (const group of groupBy(dead, ({ deadAt, code, detail }) => `${deadAt} ${code} ${detail}`).values()) {
    const [first] = group;
    if (!first?.code) continue;
    await retireDevices(tx, {
      appId: scope.appId,
      deviceIds: [...new Set(group.map((result) => result.deviceId))],
      reason: { code: first.code, detail: first.detail },
      now: scope.now,
      unlessConfirmedAfter: first.deadAt,
    });
  }
};
