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
 * Jobs are hints; our tables are the truth. This looks for what a crash or a lost job left lying: moments that nobody
 * fired, runs that nobody finished cutting or ending, batches that no living worker holds.
 */
export class Sweep {
  /** The last run that was looked at, of those that are to be cut and of those that may be over. */
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

  /** One that fails is not to keep the others waiting; the next sweep meets it again. */
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
        this.deps.log.error({ err: error, id }, 'the sweep could not carry on with something; it will try again');
      }
    }
  }

  /** All of them in turns: what has to wait, however much of it there is, keeps none of the others from being seen. */
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
