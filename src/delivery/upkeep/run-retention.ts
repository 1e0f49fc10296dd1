import { setImmediate as nextTurn } from 'node:timers/promises';
import { execute, select } from '../../database/database.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { DAY_MS } from '../record/add-device-flow.js';
import { HISTORY_GONE } from './history-retention.js';

const RUNS_PER_LOOK = 200;
/** The runs of a scheduler's last moment, which its status shows, lie less than this apart by local time. */
const LAST_MOMENT_MS = 7 * DAY_MS;
const TOTALS = ['batch_count', 'receipt_count', 'run_failure', 'run_total', 'run_pace', 'arm_count'] as const;

interface Ended {
  readonly id: number;
  readonly finished_at: number;
  /** 1 if its scheduler has a later run, or it has no scheduler. */
  readonly is_followed: number;
}

/**
 * Deletes runs that ended long ago, with their totals: an auto-push scheduler makes 8,766 a year. The last runs of a
 * scheduler stay, since they show its status; so do runs that still have their history.
 */
export class RunRetention {
  /** The day on which all runs were last checked. Once a day is enough. */
  private doneOn: number | null = null;

  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'config' | 'log'>) {}

  async run(signal: AbortSignal): Promise<void> {
    const { clock, config, log } = this.deps;
    const today = Math.floor(clock.now() / DAY_MS);
    if (config.runRetentionDays === 0 || this.doneOn === today) return;
    const before = clock.now() - config.runRetentionDays * DAY_MS;
    let deleted = 0;
    for await (const runId of this.followed(before)) {
      if (signal.aborted) return;
      deleted += await this.orLater(runId, () => this.delete(runId, before));
      // SQLite answers synchronously, so other work gets a turn of the event loop.
      await nextTurn();
    }
    this.doneOn = today;
    if (deleted > 0) log.info({ runs: deleted }, 'runs that ended long ago were deleted with their totals');
  }

  /** Runs that have a later one, the oldest first, each once. */
  private async *followed(before: number): AsyncGenerator<number> {
    let last: Pick<Ended, 'id' | 'finished_at'> = { id: 0, finished_at: 0 };
    for (;;) {
      const rows = await this.deps.database.query<Ended>(
        `SELECT r.id, r.finished_at, CASE WHEN r.scheduler_id < 0 OR EXISTS (SELECT 1 FROM run l
           WHERE l.scheduler_id = r.scheduler_id AND l.due_at > r.due_at + ${LAST_MOMENT_MS})
           THEN 1 ELSE 0 END AS is_followed FROM run r
         WHERE r.history_state = ${HISTORY_GONE} AND r.finished_at >= ? AND r.finished_at < ?
           AND (r.finished_at > ? OR r.id > ?) ORDER BY r.finished_at, r.id LIMIT ${RUNS_PER_LOOK}`,
        [last.finished_at, before, last.finished_at, last.id],
      );
      for (const row of rows) if (Number(row.is_followed) === 1) yield Number(row.id);
      const end = rows.at(-1);
      if (!end || rows.length < RUNS_PER_LOOK) return;
      last = { id: Number(end.id), finished_at: Number(end.finished_at) };
    }
  }

  /** Returns 1 if it deleted the run: another process may have been faster. */
  private delete(runId: number, before: number): Promise<number> {
    const { database } = this.deps;
    return database.tx(async (tx) => {
      // On shards, the keyspace that is read first commits first: the run is found again until its counts are gone.
      await select(tx, 'SELECT run_id FROM batch_count WHERE run_id = ? LIMIT 1', [runId]);
      const sql = `SELECT id FROM run WHERE id = ? AND history_state = ${HISTORY_GONE} AND finished_at < ?`;
      if ((await select(tx, `${sql} ${database.dialect.forUpdate}`, [runId, before])).length === 0) return 0;
      for (const table of TOTALS) await execute(tx, `DELETE FROM ${table} WHERE run_id = ?`, [runId]);
      await execute(tx, 'DELETE FROM run WHERE id = ?', [runId]);
      return 1;
    });
  }

  /** A failure stops no other run. The next day tries again. */
  private async orLater(runId: number, work: () => Promise<number>): Promise<number> {
    try {
      return await work();
    } catch (error) {
      this.deps.log.error({ err: error, run_id: runId }, 'a run could not be deleted; trying again the next day');
      return 0;
    }
  }
}
