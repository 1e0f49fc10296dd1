import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_LOOK_MS = 50;
const MAX_LOOK_MS = 400;
/** Looks that skip the rows of busy applications take at most a tenth of the time. */
const WAIT_PER_LOOK = 10;

/** Works for several applications at once, with one task for each, so that a slow one delays only itself. */
export class AppTasks {
  private readonly tasks = new Map<number, Promise<void>>();
  private lookMs = FIRST_LOOK_MS;
  private failure: { readonly error: unknown } | null = null;

  /**
   * Looks for work until there is nothing left, or `signal` is aborted.
   * @param look starts tasks for the work that it finds; returns whether it found any.
   * @param waitForMore resolves to whether to look again although nothing was left.
   */
  static async work(
    signal: AbortSignal,
    look: (tasks: AppTasks) => Promise<boolean>,
    waitForMore: () => Promise<boolean> = async () => false,
  ): Promise<void> {
    const tasks = new AppTasks();
    try {
      while (!signal.aborted) {
        // Read before the look: a task that ends during the look may leave work for another look.
        const { isIdle } = tasks;
        const startedAt = performance.now();
        const hasFound = await look(tasks);
        if (hasFound || !isIdle) await tasks.untilChanged(WAIT_PER_LOOK * (performance.now() - startedAt));
        else if (!(await waitForMore())) return;
      }
    } finally {
      await tasks.allDone();
    }
  }

  private get isIdle(): boolean {
    return this.tasks.size === 0;
  }

  /** Applications that have a task. */
  busy(): number[] {
    return [...this.tasks.keys()];
  }

  /** The application must not have a task yet. An error of `work` is thrown from `AppTasks.work`. */
  start(appId: number, work: () => Promise<void>): void {
    this.lookMs = FIRST_LOOK_MS;
    const task = work()
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => this.tasks.delete(appId));
    this.tasks.set(appId, task);
  }

  /**
   * Resolves when a task ends, or when it is time to look for work of other applications. Looks become rarer while they
   * find nothing, since each must skip all waiting rows of the busy applications.
   */
  private async untilChanged(leastMs: number): Promise<void> {
    if (this.isIdle) return this.throwIfFailed();
    const over = new AbortController();
    const timeout = sleep(Math.max(leastMs, this.lookMs), undefined, { signal: over.signal }).catch(() => undefined);
    this.lookMs = Math.min(MAX_LOOK_MS, this.lookMs * 2);
    await Promise.race([timeout, ...this.tasks.values()]);
    over.abort();
    this.throwIfFailed();
  }

  private async allDone(): Promise<void> {
    await Promise.all(this.tasks.values());
    this.throwIfFailed();
  }

  private throwIfFailed(): void {
    const { failure } = this;
    this.failure = null;
    if (failure) throw failure.error;
  }
}
