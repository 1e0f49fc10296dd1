import { STORED_KINDS } from '../../entities/scheduler.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { findClaimable } from '../leases/batch-claims.js';
import { findDueSchedulers } from '../plan/moment-firing.js';
import { ROLLING_RUN_MS } from '../plan/rolling-runs.js';
import type { RunFinisher } from '../plan/run-finisher.js';

const MAX_SCHEDULERS = 200;
const MAX_BATCHES = 200;
const MAX_RUNS = 100;

export interface SweepParts {
  readonly replan: () => Promise<void>;
  readonly finisher: RunFinisher;
  readonly fireMoment: (schedulerId: number) => Promise<void>;
  readonly planRun: (runId: number) => Promise<void>;
}

/**
 * Jobs are hints; the tables are the truth. The sweep finds work that a crash or a lost job left behind: due moments, runs
 * that are not fully cut or not ended, and batches that no living worker has leased.
 */
export class Sweep {
  /** The last run that was checked, by status. */
  private readonly after = { planning: 0, running: 0 };

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: SweepParts,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const now = this.deps.clock.now();
    const { finisher, fireMoment, planRun, replan } = this.parts;
    await replan();
    await this.forEach(await findDueSchedulers(this.deps.database, now, MAX_SCHEDULERS), fireMoment, signal);
    await this.forEach(await this.nextRuns('planning'), planRun, signal);
    await this.deps.jobs.enqueueMany('batch', await findClaimable(this.deps.database, now, MAX_BATCHES));
    const ended = `kind <> '${STORED_KINDS['auto-push']}' OR due_at < ?`;
    const finish = (id: number) => finisher.finishIfDone(id);
    await this.forEach(await this.nextRuns('running', ended, [now - 2 * ROLLING_RUN_MS]), finish, signal);
  }

  /** A failure does not stop the others. The next sweep tries again. */
  private async forEach(
    ids: readonly number[],
    work: (id: number) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    for (const id of ids) {
      if (signal.aborted) return;
      try {
        await work(id);
      } catch (error) {
        this.deps.log.error(
          { err: error, id },
          'the sweep could not complete a run or scheduler; the next sweep tries again',
        );
      }
    }
  }

  /** Walks through all runs, page by page, so that runs which must wait never hide others. */
  private async nextRuns(
    status: 'planning' | 'running',
    where = '1 = 1',
    parameters: readonly unknown[] = [],
  ): Promise<number[]> {
    const sql = `SELECT id FROM run WHERE status = ? AND id > ? AND (${where}) ORDER BY id LIMIT ${MAX_RUNS}`;
    const rows = await this.deps.database.query<{ id: number }>(sql, [status, this.after[status], ...parameters]);
    const ids = rows.map((row) => Number(row.id));
    this.after[status] = ids.length < MAX_RUNS ? 0 : (ids.at(-1) ?? 0);
    return ids;
  }
}
