import type { ThreadData } from './protocol.js';
import { SendingThread } from './sending-thread.js';
import type { TrialResult } from './sharing-trial.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A thread that has lived as long ends by accident and not at every start. */
const HEALTHY_MS = 60_000;
const IDLE_MS = 5 * 60_000;

export interface ThreadOptions {
  /** Besides the main thread. */
  readonly count: number;
  /** They start with the first task that is shared, and end when there has been none for a while: each takes 20 MB. */
  readonly whenNeeded?: boolean;
  /** That while; default 5 minutes. */
  readonly idleMs?: number;
  /** The compiled `transport-thread.js`; by default the one beside this file. */
  readonly file?: URL;
  /** Tasks of fewer messages stay on the main thread; default 8. */
  readonly smallestTask?: number;
  /** From the first page on, whether it pays or not; default: as a trial says. */
  readonly isAlwaysShared?: boolean;
  /** CPU time of this process so far, milliseconds, by which the trial tells whether it is busy. For tests. */
  readonly cpuMs?: () => number;
  readonly watch?: ThreadWatch;
}

/** For the log and the metrics. */
export interface ThreadWatch {
  /** How many can take work. */
  aliveChanged(alive: number): void;
  /** One ended that nobody closed; another takes its place after a while. */
  threadEnded(reason: string, restartAfterMs: number): void;
  /** Whether a provider's pages are shared from now on. */
  tried(provider: string, result: TrialResult): void;
}

/** Keeps as many sending threads alive as wanted; one that ends is replaced, after longer and longer pauses. */
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

  /** The thread with the least under way; null if none can take work now. */
  leastLoaded(): SendingThread | null {
    if (!this.isStarted) this.startAll();
    this.usedAt = performance.now();
    let least: SendingThread | null = null;
    for (const thread of this.threads) {
      if (thread?.isReady && (least === null || thread.load < least.load)) least = thread;
    }
    return least;
  }

  /** As `SendingThread.endTransport`, on every thread. */
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
    // Told to end, it has left its place.
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
