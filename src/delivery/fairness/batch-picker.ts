import type { DeliveryDeps } from '../delivery-deps.js';
import { type BatchRef, findAbandonedBatches, findPendingApps, findPendingBatch } from '../leases/batch-claims.js';
import type { CircuitBreaker } from './circuit-breaker.js';
import type { ConcurrencyLimiter } from './concurrency-limiter.js';

export interface PickerParts {
  readonly concurrency: ConcurrencyLimiter;
  readonly breaker: CircuitBreaker;
}

/** What a worker knows already. */
export interface Looked {
  /** A batch that its job named, until it has been looked at; null: the job of a release that named no application. */
  hinted: BatchRef | null;
  /** Batches that others hold although they are free by their rows. */
  readonly missed: Set<number>;
}

/** Applications by their ids: after the one, up to and with the other. */
interface Stretch {
  readonly after: number;
  readonly upTo: number;
}

/** Looked up together; most have a batch that may be taken, so the first will do. */
const APPS_AT_ONCE = 100;

/** Which batch comes next in this process: the applications take turns, whatever the order of the jobs. */
export class BatchPicker {
  /** The application that was last given its first place: the next one in the order of ids is next. */
  private lastAppId = 0;

  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock'>,
    private readonly parts: PickerParts,
  ) {}

  /**
   * One whose holder fell silent goes first. Then the batch that a job named, if its application has no place; else one of
   * an application that has none; else whatever may be taken. null if nothing may: `isRefused` says that something waits
   * all the same.
   */
  async pick({ hinted, missed }: Looked): Promise<{ picked: BatchRef | null; isRefused: boolean }> {
    const { concurrency } = this.parts;
    const { database, clock } = this.deps;
    const [abandoned] = await findAbandonedBatches(database, { now: clock.now(), limit: 1, except: missed });
    if (abandoned && this.isReady(abandoned.appId) && concurrency.mayEnter(abandoned.appId)) {
      return { picked: abandoned, isRefused: false };
    }
    const named = hinted && this.isReady(hinted.appId) ? hinted : null;
    if (named && !concurrency.has(named.appId)) return { picked: named, isRefused: false };
    const newcomer = await this.findNewcomer(missed);
    if (newcomer) return { picked: newcomer, isRefused: false };
    if (named && concurrency.mayEnter(named.appId)) return { picked: named, isRefused: false };
    let isRefused = named !== null;
    for (const appId of concurrency.appIds()) {
      const found = await this.firstOf(appId, missed);
      if (found && concurrency.mayEnter(appId)) return { picked: found, isRefused: false };
      isRefused ||= found !== null;
    }
    return { picked: null, isRefused };
  }

  /** Of an application that has no place, in turns: those after the last one, then from the beginning. */
  private async findNewcomer(missed: Set<number>): Promise<BatchRef | null> {
    const last = this.lastAppId;
    const found = await this.findBetween({ after: last, upTo: Number.POSITIVE_INFINITY }, missed);
    return found || last === 0 ? found : this.findBetween({ after: 0, upTo: last }, missed);
  }

  private async findBetween({ after, upTo }: Stretch, missed: Set<number>): Promise<BatchRef | null> {
    const { database, clock } = this.deps;
    const apps = { now: clock.now(), limit: APPS_AT_ONCE };
    for (let afterId = after; ; ) {
      const appIds = await findPendingApps(database, { afterId, ...apps });
      for (const appId of appIds) {
        if (appId > upTo) return null;
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

  /** Not slowed down by its provider. */
  private isReady(appId: number): boolean {
    return this.parts.breaker.readyAt(appId) <= this.deps.clock.now();
  }
}
