import type { AppSpeeds } from './app-speeds.js';

/** Workers beyond the first application's places, so that further applications get a batch at once. */
const MORE_APPS = 12;

/** How many batch jobs this process runs at once. @param concurrency of a single application. */
export const batchJobsAtOnce = (concurrency: number): number => concurrency + MORE_APPS;

/** How often a waiting worker checks whether another application needs it. */
const LOOK_EVERY_MS = 100;

/**
 * Limits the batches that this process sends at once. A single application has all places. Each further application gets
 * a place at once; others with several places yield them at their next checkpoint.
 */
export class ConcurrencyLimiter {
  private readonly taken = new Map<number, number>();
  private readonly waiting: (() => void)[] = [];
  private readonly watched = new WeakSet<AbortSignal>();
  private timer: NodeJS.Timeout | null = null;
  private total = 0;

  constructor(
    private readonly size: number,
    private readonly speeds: AppSpeeds,
  ) {}

  get isIdle(): boolean {
    return this.total === 0;
  }

  /** Applications with a place, the one with the fewest first. */
  appIds(): number[] {
    return [...this.taken].toSorted(([, a], [, b]) => a - b).map(([appId]) => appId);
  }

  has(appId: number): boolean {
    return this.taken.has(appId);
  }

  /** An application without a place can always take one. A slow one gets no second place while others send. */
  canAcquire(appId: number): boolean {
    if (!this.taken.has(appId)) return true;
    const slow = this.slowOnes();
    return !slow.has(appId) && this.countBut(slow) < this.size;
  }

  /** Takes a place. Call the returned function to release it. */
  acquire(appId: number): () => void {
    this.count(appId, 1);
    return () => {
      this.count(appId, -1);
      this.wakeOne();
    };
  }

  /** Lets one waiting worker look again. */
  wakeOne(): void {
    this.waiting.shift()?.();
  }

  /** Whether a sender should yield its place at a checkpoint. */
  shouldYield(appId: number): boolean {
    if ((this.taken.get(appId) ?? 0) < 2) return false;
    const slow = this.slowOnes();
    return slow.has(appId) || this.countBut(slow) > this.size;
  }

  /** Resolves when it is worth looking again, for one waiting worker at a time, or when `signal` is aborted. */
  async untilChanged(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.watch(signal);
    this.timer ??= setInterval(() => this.wakeOne(), LOOK_EVERY_MS).unref();
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.waiting.length > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /** Many workers wait with one signal, so they share one listener. */
  private watch(signal: AbortSignal): void {
    if (this.watched.has(signal)) return;
    this.watched.add(signal);
    const wakeAll = (): void => {
      for (const wakeUp of this.waiting.splice(0)) wakeUp();
    };
    signal.addEventListener('abort', wakeAll, { once: true });
  }

  /** Returns the slow applications. A single application never counts as slow here. */
  private slowOnes(): ReadonlySet<number> {
    return this.taken.size > 1 ? this.speeds.slowAmong(this.taken.keys()) : new Set();
  }

  /** Places in use, without those of slow applications. */
  private countBut(slow: ReadonlySet<number>): number {
    let count = this.total;
    for (const appId of slow) count -= this.taken.get(appId) ?? 0;
    return count;
  }

  private count(appId: number, change: number): void {
    const count = (this.taken.get(appId) ?? 0) + change;
    if (count === 0) this.taken.delete(appId);
    else this.taken.set(appId, count);
    this.total += change;
  }
}
