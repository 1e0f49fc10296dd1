import type { AppSpeeds } from './app-speeds.js';

/** Each application beside the first has a batch at once; whoever has none to work on waits for one. */
const MORE_APPS = 12;

/** Jobs of batches at once in this process. @param concurrency of one application alone. */
export const batchJobsAtOnce = (concurrency: number): number => concurrency + MORE_APPS;

/** How often one that waits looks whether another application has come. */
const LOOK_EVERY_MS = 100;

/**
 * Who may work on a batch in this process. An application alone has all places; each further one gets a place at once,
 * and those that have more than one give up the others at their next checkpoint.
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

  /** Applications that have a place, those with the fewest first. */
  appIds(): number[] {
    return [...this.taken].toSorted(([, a], [, b]) => a - b).map(([appId]) => appId);
  }

  has(appId: number): boolean {
    return this.taken.has(appId);
  }

  /** One that has none always may. One that is slow gets no second one beside others. */
  mayEnter(appId: number): boolean {
    if (!this.taken.has(appId)) return true;
    const slow = this.slowOnes();
    return !slow.has(appId) && this.countBut(slow) < this.size;
  }

  /** Takes a place; call the answer to give it back. */
  enter(appId: number): () => void {
    this.count(appId, 1);
    return () => {
      this.count(appId, -1);
      this.wakeOne();
    };
  }

  /** One who waits looks again. */
  wakeOne(): void {
    this.waiting.shift()?.();
  }

  /** Whether one who has a place should leave it to others, when it has come to a checkpoint. */
  shouldYield(appId: number): boolean {
    if ((this.taken.get(appId) ?? 0) < 2) return false;
    const slow = this.slowOnes();
    return slow.has(appId) || this.countBut(slow) > this.size;
  }

  /** Resolves when it is worth looking again, one after another of those who wait; or when `signal` is aborted. */
  async untilChanged(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.watch(signal);
    this.timer ??= setInterval(() => this.wakeOne(), LOOK_EVERY_MS).unref();
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.waiting.length > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /** Of one signal there are many who wait: one listener for all of them. */
  private watch(signal: AbortSignal): void {
    if (this.watched.has(signal)) return;
    this.watched.add(signal);
    const wakeAll = (): void => {
      for (const wakeUp of this.waiting.splice(0)) wakeUp();
    };
    signal.addEventListener('abort', wakeAll, { once: true });
  }

  /** Those that are slow beside others; of one alone nobody minds. */
  private slowOnes(): ReadonlySet<number> {
    return this.taken.size > 1 ? this.speeds.slowAmong(this.taken.keys()) : new Set();
  }

  /** Slots that are taken, without those where somebody waits for a slow provider: nobody can take those away. */
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
