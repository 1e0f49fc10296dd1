import { groupBy } from '../../collections.js';
import { dialectOf, execute, select, type Tx } from '../../database/database.js';
import type { Dialect } from '../../database/dialect.js';
import { inList } from '../../database/in-list.js';
import { updateRows } from '../../database/update-rows.js';
import type { RowOf } from '../../entities/column-types.js';
import { HELD } from '../../entities/outcome.js';
import type { RetrySend } from '../../entities/retry-send.js';
import { WAITING_ARM } from '../../ports/experiment.js';
import { type CapSubject, giveBack } from '../judgement/cap-sends.js';
import { toNumbers } from '../leases/claim-rows.js';
import { LeaseLost } from '../leases/leases.js';
import { FOR_GOOD, joinSubjects, keepsReservation, splitSubjects } from './cap-reservations.js';
import { recordSends } from './device-ledger.js';
import { isTold, logMessages } from './log-messages.js';
import { type MessageResult, storedReasonOf } from './message-result.js';
import { noteForeignSubscriptions } from './note-foreign-subscriptions.js';
import {
  addCounts,
  addToMinute,
  type CheckpointScope,
  type CountDelta,
  insertFailures,
  insertLog,
  mustWait,
  retireDead,
  waitsForWinner,
} from './record-results.js';
import { updateLog } from './update-log.js';

export interface Retried {
  readonly row: RetryRow;
  readonly result: MessageResult;
}

/**
 * Records further tries of messages of one run, application and push.
 * @throws LeaseLost if another worker has taken over a row; its result counts.
 */
export const recordRetries = async (
  tx: Tx,
  dialect: Dialect,
  { owner, now, keepsLedger = false, retried }: Retries,
): Promise<void> => {
  const [first] = retried;
  if (!first) return;
  const { run_id: runId, batch_id: batchId, app_id: appId, push_id: pushId } = first.row;
  const about = { runId, batchId, logKey: batchId, appId, now, expiresAt: first.row.expires_at };
  const scope: CheckpointScope = { ...about, keepsLedger };
  const settled = retried.filter(({ result }) => !mustWait(result));
  await deleteSettled(tx, { owner, appId, settled });
  await notePushes(tx, { owner, appId, retried });
  await postponeOthers(tx, { owner, appId, now, retried });
  await noteReservations(tx, { owner, retried });
  const results = settled.map(({ result }) => result);
  const changes = settled.filter((one) => !isChosen(one)).map(({ result }) => result);
  await updateLog(tx, dialect, { runId, appId, pushId, changes });
  await logChosen(tx, scope, retried.filter(isChosen));
  await recordSends(tx, scope, results);
  const deltas = countMoves(retried.map(toMove));
  await addCounts(tx, dialect, { scope, deltas });
  await insertFailures(tx, { scope, results });
  await addToMinute(tx, { scope, deltas });
  await noteForeignSubscriptions(tx, scope, results);
  await giveBackOfRetries(tx, { owner, runId, retried });
  // These come last: they lock the positions of the account until the commit.
  await retireDead(tx, { scope, results });
  const told = retried.filter(({ row, result }) => isTold(row, result));
  await logMessages(
    tx,
    scope,
    told.map(({ result }) => result),
  );
};

interface Retries {
  readonly owner: string;
  readonly now: number;
  /** The run writes `device_send`. Absent: none of the messages was handed over. */
  readonly keepsLedger?: boolean;
  readonly retried: readonly Retried[];
}

/** The message waited for the winning variant, and now its push is chosen. */
const isChosen = ({ row, result }: Retried): boolean => row.variant === WAITING_ARM && !waitsForWinner(result);

/** Stores the chosen push of messages that keep waiting. */
const notePushes = async (
  tx: Tx,
  { owner, appId, retried }: { owner: string; appId: number; retried: readonly Retried[] },
): Promise<void> => {
  const waiting = retried.filter((one) => isChosen(one) && mustWait(one.result));
  for (const group of groupBy(waiting, ({ result: { pushId, language } }) => `${pushId} ${language}`).values()) {
    const { pushId, arm = null, language } = (group[0] as Retried).result;
    const ids = group.map(({ row }) => row.id);
    const sql = `UPDATE retry_send SET push_id = ?, variant = ?, language = ?
      WHERE lease_owner = ? AND app_id = ? AND id IN ${inList(ids)}`;
    await execute(tx, sql, [pushId, arm, language, owner, appId, ...ids]);
  }
};

/** The log of each batch lies within its range of devices. */
const logChosen = async (tx: Tx, scope: CheckpointScope, chosen: readonly Retried[]): Promise<void> => {
  for (const [batchId, group] of groupBy(chosen, ({ row }) => row.batch_id)) {
    await insertLog(tx, { scope: { ...scope, logKey: batchId }, results: group.map(({ result }) => result) });
  }
};

const deleteSettled = async (
  tx: Tx,
  { owner, appId, settled }: { owner: string; appId: number; settled: readonly Retried[] },
): Promise<void> => {
  if (settled.length === 0) return;
  const ids = settled.map(({ row }) => row.id);
  const sql = `DELETE FROM retry_send WHERE lease_owner = ? AND app_id = ? AND id IN ${inList(ids)}`;
  const { affected } = await execute(tx, sql, [owner, appId, ...ids]);
  if (affected !== ids.length) throw new LeaseLost('retry_send');
};

const postponeOthers = async (
  tx: Tx,
  { owner, appId, now, retried }: { owner: string; appId: number; now: number; retried: readonly Retried[] },
): Promise<void> => {
  const waiting = retried.filter(({ result }) => mustWait(result));
  for (const group of groupBy(waiting, ({ result }) => JSON.stringify(fateOf(result))).values()) {
    const ids = group.map(({ row }) => row.id);
    const { tries, unanswered, ...fate } = fateOf((group[0] as Retried).result);
    await execute(
      tx,
      `UPDATE retry_send SET attempt = attempt + ?, unanswered = unanswered + ?, due_at = CASE WHEN stopped = 1 THEN ? ELSE ? END,
         reason = ?, code = ?, detail = ?, waits_for_app = ?, held_for = ?, held = ?, lease_owner = NULL, lease_until = NULL
       WHERE lease_owner = ? AND app_id = ? AND id IN ${inList(ids)}`,
      [tries, unanswered, now, ...Object.values(fate), owner, appId, ...ids],
    );
  }
};

/** If a device now has another user, its message leaves the rows of the earlier user. */
const giveBackOfRetries = async (
  tx: Tx,
  { owner, runId, retried }: { owner: string; runId: number; retried: readonly Retried[] },
): Promise<void> => {
  const returned = retried.flatMap(({ row, result }) => {
    if (staysCounted(row, owner)) return [];
    const kept = keptSubjects(row, result);
    const reserved = [...splitSubjects(row.cap_subjects), ...splitSubjects(result.capSubjects)];
    const subjects = [...new Set(reserved)].filter((subject) => !kept.includes(subject));
    return subjects.length === 0 ? [] : { message: { runId, ...result }, subjects };
  });
  await giveBack(tx, runId, returned);
};

/** A try without an answer may have reached the device, so the message stays counted however it ends. */
const keptSubjects = (row: RetryRow, result: MessageResult): readonly CapSubject[] => {
  if (row.unanswered === 0 && !keepsReservation(result)) return [];
  return splitSubjects(result.capSubjects ?? row.cap_subjects);
};

/** A worker died while it had the row, now or at an earlier try, so the message may have arrived. */
const staysCounted = ({ lease_owner: former, cap_subjects: subjects }: RetryRow, owner: string): boolean =>
  (former !== null && former !== owner) || subjects === FOR_GOOD;

/** Notes in the waiting rows which subjects count them now. */
const noteReservations = async (
  tx: Tx,
  { owner, retried }: { owner: string; retried: readonly Retried[] },
): Promise<void> => {
  const changed = retried.flatMap(({ row, result }) => {
    const isCounted = row.cap_subjects !== null || result.capSubjects !== undefined;
    const subjects = isCounted && staysCounted(row, owner) ? FOR_GOOD : joinSubjects(keptSubjects(row, result)) || null;
    return mustWait(result) && subjects !== row.cap_subjects ? [[row.app_id, row.id, subjects]] : [];
  });
  await updateRows(tx, RESERVATIONS, changed);
};

const RESERVATIONS = { table: 'retry_send', key: ['app_id', 'id'], set: ['cap_subjects'] } as const;

/** The columns of a waiting message, in the order of the statement. Equal ones are written together. */
const fateOf = (result: MessageResult) => ({
  tries: Number(!result.isUntried),
  unanswered: Number(result.isUnanswered ?? false),
  retryAt: result.retryAt,
  ...storedReasonOf(result),
  waitsForApp: Number(result.waitsForApp),
  heldFor: result.heldFor ?? null,
  held: Number(result.outcome === HELD),
});

/**
 * Cancels messages that wait for devices of a person who is erased, and keeps nothing about them but the counts and the
 * log. The worker that leases a row records it instead. Returns the number of messages.
 */
export const eraseWaiting = async (
  tx: Tx,
  { runId, pushId, deviceIds }: { runId: number; pushId: number; deviceIds: readonly number[] },
): Promise<number> => {
  const dialect = dialectOf(tx);
  const rows = await select<RetryRow>(
    tx,
    `SELECT * FROM retry_send WHERE run_id = ? AND push_id = ? AND device_id IN ${inList(deviceIds)}
     AND lease_owner IS NULL ORDER BY id ${dialect.forUpdate}`,
    [runId, pushId, ...deviceIds],
  );
  for (const [appId, group] of groupBy(rows.map(toNumbers), ({ app_id }) => app_id)) {
    const ids = group.map(({ id }) => id);
    await execute(tx, `DELETE FROM retry_send WHERE id IN ${inList(ids)}`, ids);
    const changes = group.map(({ device_id: deviceId }) => ({ deviceId, outcome: 'cancelled' as const }));
    await updateLog(tx, dialect, { runId, appId, pushId, changes });
    const deltas = countMoves(group.map((row) => ({ row, to: { ...nameOf(row), outcome: 'cancelled' } })));
    await addCounts(tx, dialect, { scope: { runId, appId, batchId: 0 }, deltas });
  }
  await giveBack(
    tx,
    runId,
    rows.map(toReturned).filter(({ subjects }) => subjects.length > 0),
  );
  return rows.length;
};

const toReturned = ({ run_id: runId, push_id: pushId, device_id, occurrence, ...row }: RetryRow) => ({
  message: { runId, pushId, deviceId: Number(device_id), occurrence: Number(occurrence) },
  subjects: row.unanswered > 0 ? [] : splitSubjects(row.cap_subjects),
});

/** Moves each message to its new outcome, in its batch and under the push and language of its first try. */
const countMoves = (moves: readonly Move[]): CountDelta[] => {
  const deltas = new Map<string, CountDelta>();
  const add = ({ batch_id: batchId }: RetryRow, { pushId, language, outcome }: Place, change: number): void => {
    const key = `${batchId} ${pushId} ${language} ${outcome}`;
    const count = (deltas.get(key)?.count ?? 0) + change;
    deltas.set(key, { batchId, pushId, language, outcome, count });
  };
  for (const { row, to } of moves) {
    const from = { ...nameOf(row), outcome: waitingOutcome(row) };
    if (from.outcome === to.outcome && from.pushId === to.pushId) continue;
    add(row, from, -1);
    add(row, to, 1);
  }
  // Two transactions that count in the same batches take their rows in one order.
  return [...deltas.values()].toSorted((a, b) => (a.batchId ?? 0) - (b.batchId ?? 0));
};

/** The key under which a run counts a message. */
type Place = Pick<CountDelta, 'pushId' | 'language' | 'outcome'>;

interface Move {
  readonly row: RetryRow;
  readonly to: Place;
}

const nameOf = ({ push_id: pushId, language }: RetryRow) => ({ pushId, language });

const toMove = ({ row, result }: Retried): Move => ({
  row,
  to: { ...(isChosen({ row, result }) ? result : nameOf(row)), outcome: result.outcome },
});

/** The outcome under which a run counts the message of a row. */
const waitingOutcome = ({ held }: Pick<RetryRow, 'held'>): 'held' | 'retrying' =>
  Number(held) === 1 ? HELD : 'retrying';

/** The row as it was right before this process claimed it. */
export type RetryRow = Omit<RowOf<RetrySend>, 'waits_for_app' | 'lease_until'>;
