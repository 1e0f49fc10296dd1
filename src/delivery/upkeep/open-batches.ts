import { execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Run } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';

const RUNS_PER_LOOK = 500;

/**
 * Ends batches that a crash between two commits on shards left open (docs/decisions/sharding.md): their run was
 * cancelled, or was never committed. Nothing sends them, but they would keep the history of the run forever.
 */
export class OpenBatches {
  /** Runs that the last check did not find. Their commit may be in progress, so their batches end at the next check. */
  private missing: ReadonlySet<number> = new Set();

  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'log'>) {}

  async run(signal: AbortSignal): Promise<void> {
    const missing = new Set<number>();
    for await (const runIds of this.runsWithOpenBatches()) {
      if (signal.aborted) return;
      const sql = `SELECT id, status FROM run WHERE id IN ${inList(runIds)}`;
      const rows = await this.deps.database.query<Pick<RowOf<Run>, 'id' | 'status'>>(sql, runIds);
      const statuses = new Map(rows.map(({ id, status }) => [Number(id), status]));
      const isOver = (id: number) => statuses.get(id) === 'cancelled' || (!statuses.has(id) && this.missing.has(id));
      for (const id of runIds) if (!statuses.has(id)) missing.add(id);
      await this.end(runIds.filter(isOver));
    }
    this.missing = missing;
  }

  private async *runsWithOpenBatches(): AsyncGenerator<number[]> {
    const sql = `SELECT DISTINCT run_id FROM batch WHERE status IN ('pending', 'running') AND run_id > ?
      ORDER BY run_id LIMIT ${RUNS_PER_LOOK}`;
    for (let after = 0; ; ) {
      const rows = await this.deps.database.query<{ run_id: number }>(sql, [after]);
      const ids = rows.map(({ run_id: id }) => Number(id));
      if (ids.length > 0) yield ids;
      if (ids.length < RUNS_PER_LOOK) return;
      after = ids.at(-1) ?? after;
    }
  }

  private async end(runIds: readonly number[]): Promise<void> {
    if (runIds.length === 0) return;
    const sql = `UPDATE batch SET status = 'cancelled' WHERE run_id IN ${inList(runIds)} AND status IN ('pending', 'running')`;
    const { affected } = await this.deps.database.tx((tx) => execute(tx, sql, runIds));
    this.deps.log.warn({ runs: runIds.length, batches: affected }, 'batches without a run under way were ended');
  }
}
