import type { Database } from '../database/database.js';
import { runnableRuns } from './batch-claims.js';
import type { DeliveryDeps } from './delivery-deps.js';

const EVERY_MS = 2_000;
const MAX_BATCHES = 200;

/**
 * Every worker looks by itself for batches whose holder fell silent, and has them sent before whatever else waits. As a
 * job it could be held by the very process that died, until the job's lock ends; in the queue's order a batch that was
 * nearly done would wait behind all that came later.
 */
export class Takeover {
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;

  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'jobs' | 'log'>) {}

  start(): void {
    this.timer ??= setInterval(() => this.tick(), EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.looking;
  }

  async look(): Promise<void> {
    const { database, clock, jobs } = this.deps;
    const batchIds = await findAbandoned(database, clock.now());
    if (batchIds.length === 0) return;
    const datas = batchIds.map((batchId) => ({ batchId }));
    await jobs.enqueueMany('batch', datas, { first: true });
  }

  private tick(): void {
    this.looking ??= this.look()
      .catch((error) =>
        this.deps.log.warn({ err: error }, 'could not look for abandoned batches; the next look tries again'),
      )
      .finally(() => {
        this.looking = null;
      });
  }
}

const findAbandoned = async (database: Database, now: number): Promise<number[]> => {
  const sql = `SELECT id FROM batch WHERE status = 'running' AND lease_until < ? AND ${runnableRuns}
    ORDER BY lease_until LIMIT ${MAX_BATCHES}`;
  const rows = await database.query<{ id: number }>(sql, [now]);
  return rows.map((row) => Number(row.id));
};
