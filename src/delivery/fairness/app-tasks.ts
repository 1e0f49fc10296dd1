import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_LOOK_MS = 50;
const MAX_LOOK_MS = 400;

/** Work of several applications at once, one piece at a time for each: one that is slow holds up only itself. */
export class AppTasks {
  private readonly tasks = new Map<number, Promise<void>>();
  private lookMs = FIRST_LOOK_MS;
  private failure: { readonly error: unknown } | null = null;

  /**
   * Looks for work until there is none, or `signal` asks to stop.
   * @param look starts what it finds; answers whether there was something.
   * @param waitForMore whether to look again although nothing is left; when it resolves.
   */
  static async work(
    signal: AbortSignal,
    look: (tasks: AppTasks) => Promise<boolean>,
    waitForMore: () => Promise<boolean> = async () => false,
  ): Promise<void> {
    const tasks = new AppTasks();
    try {
      while (!signal.aborted) {
        // Asked before the look: what a task that ends meanwhile leaves is found by another look.
        const { isIdle } = tasks;
        if ((await look(tasks)) || !isIdle) await tasks.untilChanged();
        else if (!(await waitForMore())) return;
      }
    } finally {
      await tasks.allDone();
    }
  }

  private get isIdle(): boolean {
    return this.tasks.size === 0;
  }

  /** Applications that are at work. */
  busy(): number[] {
    return [...this.tasks.keys()];
  }

  /** Its application must not be at work. What `work` throws is thrown to whoever waits for the tasks. */
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
   * Until one of them is through, or it is time to look whether others have come: rarely while none do, since what an
   * application that is at work has waiting is passed over at every look.
   */
  private async untilChanged(): Promise<void> {
    if (this.isIdle) return this.throwIfFailed();
    const over = new AbortController();
    const timeout = sleep(this.lookMs, undefined, { signal: over.signal }).catch(() => undefined);
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
