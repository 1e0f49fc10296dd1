import type { DeliveryDeps } from '../delivery-deps.js';
import { findAbandonedBatches } from './batch-claims.js';

const EVERY_MS = 2_000;
const MAX_BATCHES = 200;

/**
 * Every worker looks for batches whose lease has ended, and puts them before all other work. A job could be locked by the
 * very process that died; in the order of the queue, a batch that was nearly done would wait behind all later ones.
 */
export class LeaseReaper {
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
    const abandoned = await findAbandonedBatches(database, { now: clock.now(), limit: MAX_BATCHES });
    if (abandoned.length === 0) return;
    await jobs.enqueueMany('batch', abandoned, { first: true });
  }

  private tick(): void {
    this.looking ??= this.look()
      .catch((error) =>
        this.deps.log.warn({ err: error }, 'could not search for abandoned batches; trying again in two seconds'),
      )
      .finally(() => {
        this.looking = null;
      });
  }
}
