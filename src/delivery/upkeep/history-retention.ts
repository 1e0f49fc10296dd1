import { setImmediate as nextTurn } from 'node:timers/promises';
import { execute, select } from '../../database/database.js';
import { NO_RUN } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { hasOpenBatches } from '../leases/batch-claims.js';
import { hasWaitingRetries } from '../plan/run-finisher.js';
import {
  addTotals,
  HISTORY_PARTS,
  type HistoryPart,
  type HistoryTotals,
  RECEIPTS,
  sumTotals,
} from './history-parts.js';
import { type KeyRange, keyRanges } from './key-ranges.js';

const DAY_MS = 86_400_000;
const RUNS_PER_LOOK = 50;

/** `run.history_state`: kept · being counted · deleted · being deleted. Stored: never renumber. */
const [KEPT, GOING, GONE, COUNTED] = [0, 1, 2, 3];
export const HISTORY_GONE = GONE;
/** A condition in SQL on groups of batches or receipts: `run_total` has those of runs that are being deleted. */
export const NOT_IN_TOTALS = `run_id NOT IN (SELECT r.id FROM run r WHERE r.history_state = ${COUNTED})`;

type Deps = Pick<DeliveryDeps, 'database' | 'clock' | 'config' | 'log'>;

interface Ended {
  readonly id: number;
  readonly finished_at: number;
}

/**
 * Deletes the single messages of runs that ended long ago; their totals stay (docs/decisions/history-retention.md). It works
 * in short transactions, and resumes after an abort or a kill.
 */
export class HistoryRetention {
  constructor(private readonly deps: Deps) {}

  async run(signal: AbortSignal): Promise<void> {
    const runs = (await this.resume(signal)) + (await this.clearEnded(signal));
    if (runs > 0) this.deps.log.info({ runs }, 'the history of runs that are past their retention was deleted');
  }

  /** Completes what an abort or a kill has left. Returns the number of completed runs. */
  private async resume(signal: AbortSignal): Promise<number> {
    const begun = await this.deps.database.query<{ id: number }>(
      `SELECT id FROM run WHERE history_state IN (${GOING}, ${COUNTED}) ORDER BY finished_at, id`,
    );
    let done = 0;
    for (const { id } of begun) done += await this.orLater(Number(id), () => this.clear(Number(id), signal));
    return done;
  }

  private async clearEnded(signal: AbortSignal): Promise<number> {
    if (this.deps.config.historyRetentionDays === 0) return 0;
    const before = this.endedBefore();
    let done = 0;
    for await (const { id } of this.ended(before)) {
      if (signal.aborted) return done;
      done += await this.orLater(id, async () => (await this.begin(id, before)) && this.clear(id, signal));
    }
    await this.clearTests(before, signal);
    return done;
  }

  /** A provider may still deliver a message until then, and its receipt must count. */
  private endedBefore(): number {
    const { historyRetentionDays, timeToLiveSeconds } = this.deps.config;
    return this.deps.clock.now() - Math.max(historyRetentionDays * DAY_MS, timeToLiveSeconds * 1000 + DAY_MS);
  }

  /** Runs that ended before an instant, the oldest first, each once. A run that cannot begin is skipped. */
  private async *ended(before: number): AsyncGenerator<Ended> {
    let last: Ended = { id: 0, finished_at: 0 };
    for (;;) {
      const rows = await this.deps.database.query<Ended>(
        `SELECT id, finished_at FROM run
         WHERE history_state = ${KEPT} AND finished_at >= ? AND finished_at < ? AND (finished_at > ? OR id > ?)
         ORDER BY finished_at, id LIMIT ${RUNS_PER_LOOK}`,
        [last.finished_at, before, last.finished_at, last.id],
      );
      const found = rows.map((row) => ({ id: Number(row.id), finished_at: Number(row.finished_at) }));
      yield* found;
      last = found.at(-1) ?? last;
      if (found.length < RUNS_PER_LOOK) return;
    }
  }

  /**
   * After this commit the messages are no longer shown, and no receipt is added. The commit also removes the filters,
   * which may be large.
   */
  private begin(runId: number, before: number): Promise<boolean> {
    const { database, clock } = this.deps;
    return database.tx(async (tx) => {
      const over = `status IN ('finished', 'cancelled', 'missed') AND finished_at < ?`;
      const sql = `SELECT id FROM run WHERE id = ? AND history_state = ${KEPT} AND ${over} ${database.dialect.forUpdate}`;
      if ((await select(tx, sql, [runId, before])).length === 0) return false;
      if ((await hasOpenBatches(tx, runId)) || (await hasWaitingRetries(tx, runId))) return false;
      const begun = `history_state = ${GOING}, history_deleted_at = ?, audience = NULL`;
      await execute(tx, `UPDATE run SET ${begun} WHERE id = ?`, [clock.now(), runId]);
      return true;
    });
  }

  /** Returns whether the run is completed; false: aborted. */
  private async clear(runId: number, signal: AbortSignal): Promise<boolean> {
    if (!(await this.count(runId, signal))) return false;
    for (const part of HISTORY_PARTS) {
      for await (const range of keyRanges(this.deps.database, part, runId)) {
        if (signal.aborted) return false;
        await this.deleteRange(part, runId, range);
      }
    }
    if (signal.aborted) return false;
    await this.deps.database.tx((tx) =>
      execute(tx, `UPDATE run SET history_state = ${GONE} WHERE id = ? AND history_state = ${COUNTED}`, [runId]),
    );
    return true;
  }

  /**
   * Writes all totals of a run in one transaction, before any row is deleted. A transaction that also deletes rows would
   * be two commits on shards, and a crash in between would count them twice. Returns false if aborted.
   */
  private async count(runId: number, signal: AbortSignal): Promise<boolean> {
    const { database } = this.deps;
    const uncounted = `id = ? AND history_state = ${GOING}`;
    if ((await database.query(`SELECT id FROM run WHERE ${uncounted}`, [runId])).length === 0) return true;
    let totals: HistoryTotals = {};
    for (const part of HISTORY_PARTS) {
      if (!part.count) continue;
      for await (const range of keyRanges(database, part, runId)) {
        if (signal.aborted) return false;
        totals = sumTotals(totals, await part.count(database, range));
        await nextTurn();
      }
    }
    await database.tx(async (tx) => {
      const counted = `UPDATE run SET history_state = ${COUNTED} WHERE ${uncounted}`;
      // Another worker may have been faster.
      if ((await execute(tx, counted, [runId])).affected > 0) await addTotals(tx, runId, totals);
    });
    return true;
  }

  /** Deletes a range in a short transaction. Another worker at the same run finds nothing left to fold. */
  private async deleteRange({ table, fold }: HistoryPart, runId: number, range: KeyRange): Promise<void> {
    const { database } = this.deps;
    await database.tx(async (tx) => {
      if (fold) {
        // On shards, the keyspace that is read first commits first, so the run stays locked until the rows are gone.
        await select(tx, `SELECT run_id FROM ${table} WHERE ${range.sql} LIMIT 1`, range.parameters);
        await select(tx, `SELECT id FROM run WHERE id = ? ${database.dialect.forUpdate}`, [runId]);
        await fold(tx, runId, range);
      }
      await execute(tx, `DELETE FROM ${table} WHERE ${range.sql}`, range.parameters);
    });
    // SQLite answers synchronously, so other work gets a turn of the event loop.
    await nextTurn();
  }

  /** Receipts of pushes that were tried on one device belong to no run. */
  private async clearTests(before: number, signal: AbortSignal): Promise<void> {
    for await (const { sql, parameters } of keyRanges(this.deps.database, RECEIPTS, NO_RUN)) {
      if (signal.aborted) return;
      const old = { sql: `${sql} AND received_at < ?`, parameters: [...parameters, before] };
      await this.deleteRange(RECEIPTS, NO_RUN, old);
    }
  }

  /** A failure stops no other run; the next upkeep tries again. Returns 1 if the run is completed. */
  private async orLater(runId: number, work: () => Promise<boolean>): Promise<number> {
    try {
      return Number(await work());
    } catch (error) {
      this.deps.log.error(
        { err: error, run_id: runId },
        'the history of a run could not be deleted; the next upkeep tries again',
      );
      return 0;
    }
  }
}
