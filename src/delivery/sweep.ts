import { findClaimable } from './batch-claims.js';
import type { DeliveryDeps } from './delivery-deps.js';
import { findDueSchedulers } from './moment-firing.js';
import { ROLLING_RUN_MS } from './rolling-runs.js';
import type { RunFinisher } from './run-finisher.js';

const MAX_SCHEDULERS = 200;
const MAX_BATCHES = 200;
const MAX_RUNS = 100;

export interface SweepParts {
  readonly finisher: RunFinisher;
  readonly fireMoment: (schedulerId: number) => Promise<void>;
  readonly planRun: (runId: number) => Promise<void>;
}

/**
 * Jobs are hints; our tables are the truth. This looks for what a crash or a lost job left lying: moments that nobody
 * fired, runs that nobody finished cutting or ending, batches that no living worker holds.
 */
export class Sweep {
  constructor(
    private readonly deps: DeliveryDeps,
    private readonly parts: SweepParts,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const now = this.deps.clock.now();
    for (const id of await findDueSchedulers(this.deps.database, now, MAX_SCHEDULERS)) {
      if (signal.aborted) return;
      await this.parts.fireMoment(id);
    }
    for (const id of await this.runIds("status = 'planning'")) await this.parts.planRun(id);
    const batchIds = await findClaimable(this.deps.database, now, MAX_BATCHES);
    await this.deps.jobs.enqueueMany(
      'batch',
      batchIds.map((batchId) => ({ batchId })),
    );
    const ended = `status = 'running' AND (kind <> 'conversion' OR due_at < ?)`;
    for (const id of await this.runIds(ended, [now - 2 * ROLLING_RUN_MS])) await this.parts.finisher.finishIfDone(id);
  }

  private async runIds(where: string, parameters: readonly unknown[] = []): Promise<number[]> {
    const sql = `SELECT id FROM run WHERE ${where} ORDER BY due_at LIMIT ${MAX_RUNS}`;
    const rows = await this.deps.database.query<{ id: number }>(sql, parameters);
    return rows.map((row) => Number(row.id));
  }
}
