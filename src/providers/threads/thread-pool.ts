import type { ThreadData } from './protocol.js';
import { SendingThread } from './sending-thread.js';
import type { TrialResult } from './sharing-trial.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A thread that ran this long did not fail at its start. */
const HEALTHY_MS = 60_000;
const IDLE_MS = 5 * 60_000;

export interface ThreadOptions {
  /** Number of threads besides the main one. */
  readonly count: number;
  /** Starts the threads with the first shared task and ends them after `idleMs`, because each takes 20 MB. */
  readonly whenNeeded?: boolean;
  /** Idle time before the threads end; default 5 minutes. */
  readonly idleMs?: number;
  /** The compiled `transport-thread.js`; default: the one in this folder. */
  readonly file?: URL;
  /** Tasks of fewer messages stay on the main thread; default 8. */
  readonly smallestTask?: number;
  /** Shares every page without a trial. */
  readonly isAlwaysShared?: boolean;
  /** CPU time of this process in milliseconds, replaced in tests. */
  readonly cpuMs?: () => number;
  readonly watch?: ThreadWatch;
}

/** Callbacks for the log and the metrics. */
export interface ThreadWatch {
  /** Reports the number of threads that accept tasks. */
  aliveChanged(alive: number): void;
  /** A thread ended unexpectedly and is replaced after the pause. */
  threadEnded(reason: string, restartAfterMs: number): void;
  /** Reports whether a provider's pages are shared from now on. */
  tried(provider: string, result: TrialResult): void;
}

/** Keeps the configured number of threads alive. Replaces a thread that ends, after a growing pause. */
export class ThreadPool {
  private readonly threads: (SendingThread | null)[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  private pauseMs = FIRST_PAUSE_MS;
  private isStarted = false;
  private isClosing = false;
  private usedAt = 0;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: ThreadOptions,
    private readonly data: ThreadData,
  ) {
    if (!options.whenNeeded) this.startAll();
  }

  /** Returns the thread with the fewest messages in flight; null if none accepts tasks. */
  leastLoaded(): SendingThread | null {
    if (!this.isStarted) this.startAll();
    this.usedAt = performance.now();
    let least: SendingThread | null = null;
    for (const thread of this.threads) {
      if (thread?.isReady && (least === null || thread.load < least.load)) least = thread;
    }
    return least;
  }

  /** Calls `SendingThread.endTransport` on every thread. */
  endTransport(transport: string, patienceMs: number): void {
    for (const thread of this.threads) thread?.endTransport(transport, patienceMs);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.endAll();
  }

  private async endAll(): Promise<void> {
    this.isStarted = false;
    clearInterval(this.idleTimer);
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    const ending = this.threads.splice(0).map((thread) => thread?.close());
    this.tellAlive();
    await Promise.all(ending);
  }

  private startAll(): void {
    this.isStarted = true;
    for (let place = 0; place < this.options.count; place += 1) this.start(place);
    const { whenNeeded, idleMs = IDLE_MS } = this.options;
    if (whenNeeded) this.idleTimer = setInterval(() => this.restAfter(idleMs), idleMs).unref();
  }

  private restAfter(idleMs: number): void {
    if (performance.now() - this.usedAt >= idleMs) void this.endAll();
  }

  private start(place: number): void {
    const startedAt = performance.now();
    const file = this.options.file ?? new URL('./transport-thread.js', import.meta.url);
    const thread = new SendingThread(file, this.data, {
      onReady: () => this.tellAlive(),
      onEnd: (reason) => this.replace({ place, thread }, reason, performance.now() - startedAt),
    });
    this.threads[place] = thread;
  }

  private replace({ place, thread }: Replaced, reason: string, livedMs: number): void {
    // A thread that was closed has already been removed.
    if (this.threads[place] !== thread || this.isClosing) return;
    this.threads[place] = null;
    this.tellAlive();
    this.pauseMs = livedMs >= HEALTHY_MS ? FIRST_PAUSE_MS : Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
    this.options.watch?.threadEnded(reason, this.pauseMs);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.start(place);
    }, this.pauseMs);
    this.timers.add(timer.unref());
  }

  private tellAlive(): void {
    this.options.watch?.aliveChanged(this.threads.filter((thread) => thread?.isReady).length);
  }
}

interface Replaced {
  readonly place: number;
  readonly thread: SendingThread;
}
