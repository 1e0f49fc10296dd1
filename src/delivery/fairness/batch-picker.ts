import type { DeliveryDeps } from '../delivery-deps.js';
import { type BatchRef, findAbandonedBatches, findPendingApps, findPendingBatch } from '../leases/batch-claims.js';
import type { CircuitBreaker } from './circuit-breaker.js';
import type { ConcurrencyLimiter } from './concurrency-limiter.js';

export interface PickerParts {
  readonly concurrency: ConcurrencyLimiter;
  readonly breaker: CircuitBreaker;
}

/** The batches that a worker has tried so far. */
export interface Looked {
  /** The batch that its job named, until it is picked; null if the job named no application. */
  hinted: BatchRef | null;
  /** Batches whose claim failed although their rows look free. */
  readonly missed: Set<number>;
}

/** A range of application ids: `after < id <= upTo`. */
interface Stretch {
  readonly after: number;
  readonly upTo: number;
}

/** Applications per query. Most have a claimable batch, so the first one usually suffices. */
const APPS_AT_ONCE = 100;

/** Picks the next batch for this process. Applications take turns, whatever the order of the jobs. */
export class BatchPicker {
  /** The application that last got its first place. The application with the next id follows. */
  private lastAppId = 0;

  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock'>,
    private readonly parts: PickerParts,
  ) {}

  /**
   * Abandoned batches come first. Then comes the batch that a job named, if its application has no place yet; then a
   * batch of another application without a place; then any batch that can be claimed. null if there is none:
   * `isRefused` then says whether a batch is waiting for a place.
   */
  async pick({ hinted, missed }: Looked): Promise<{ picked: BatchRef | null; isRefused: boolean }> {
    const { concurrency } = this.parts;
    const { database, clock } = this.deps;
    const [abandoned] = await findAbandonedBatches(database, { now: clock.now(), limit: 1, except: missed });
    if (abandoned && this.isReady(abandoned.appId) && concurrency.canAcquire(abandoned.appId)) {
      return { picked: abandoned, isRefused: false };
    }
    const named = hinted && this.isReady(hinted.appId) ? hinted : null;
    if (named && !concurrency.has(named.appId)) return { picked: named, isRefused: false };
    const pending = new Set<number>();
    const newcomer = await this.findNewcomer(missed, pending);
    if (newcomer) return { picked: newcomer, isRefused: false };
    if (named && concurrency.canAcquire(named.appId)) return { picked: named, isRefused: false };
    let isRefused = named !== null;
    for (const appId of concurrency.appIds()) {
      if (!pending.has(appId)) continue;
      const found = await this.firstOf(appId, missed);
      if (found && concurrency.canAcquire(appId)) return { picked: found, isRefused: false };
      isRefused ||= found !== null;
    }
    return { picked: null, isRefused };
  }

  /**
   * Finds a batch of an application without a place, starting after the last one that got a place.
   * @param pending receives the applications that have pending batches: all of them if it finds none.
   */
  private async findNewcomer(missed: Set<number>, pending: Set<number>): Promise<BatchRef | null> {
    const last = this.lastAppId;
    const found = await this.findBetween({ after: last, upTo: Number.POSITIVE_INFINITY }, { missed, pending });
    return found || last === 0 ? found : this.findBetween({ after: 0, upTo: last }, { missed, pending });
  }

  private async findBetween(
    { after, upTo }: Stretch,
    { missed, pending }: { readonly missed: Set<number>; readonly pending: Set<number> },
  ): Promise<BatchRef | null> {
    const { database, clock } = this.deps;
    const apps = { now: clock.now(), limit: APPS_AT_ONCE };
    for (let afterId = after; ; ) {
      const appIds = await findPendingApps(database, { afterId, ...apps });
      for (const appId of appIds) {
        if (appId > upTo) return null;
        pending.add(appId);
        const found = this.parts.concurrency.has(appId) ? null : await this.firstOf(appId, missed);
        if (!found) continue;
        this.lastAppId = appId;
        return found;
      }
      const last = appIds.at(-1);
      if (last === undefined || appIds.length < APPS_AT_ONCE) return null;
      afterId = last;
    }
  }

  private async firstOf(appId: number, missed: Set<number>): Promise<BatchRef | null> {
    if (!this.isReady(appId)) return null;
    const batchId = await findPendingBatch(this.deps.database, { appId, now: this.deps.clock.now(), except: missed });
    return batchId === null ? null : { batchId, appId };
  }

  /** Whether its provider allows messages now. */
  private isReady(appId: number): boolean {
    return this.parts.breaker.readyAt(appId) <= this.deps.clock.now();
  }
}
