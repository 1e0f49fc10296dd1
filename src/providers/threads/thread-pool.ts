import type { ThreadData } from './protocol.js';
import { SendingThread } from './sending-thread.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A thread that has lived as long ends by accident and not at every start. */
const HEALTHY_MS = 60_000;

export interface ThreadOptions {
  /** Besides the main thread. */
  readonly count: number;
  /** They start with the first task: each takes 20 MB, and who sends by other providers alone needs none. */
  readonly whenNeeded?: boolean;
  /** The compiled `transport-thread.js`; by default the one beside this file. */
  readonly file?: URL;
  /** Tasks of fewer messages stay on the main thread; default 8. */
  readonly smallestTask?: number;
  /** Those of which providers to share; default what pays with as many threads. */
  readonly transports?: readonly string[];
  readonly watch?: ThreadWatch;
}

/** For the log and the metrics. */
export interface ThreadWatch {
  /** How many can take work. */
  aliveChanged(alive: number): void;
  /** One ended that nobody closed; another takes its place after a while. */
  threadEnded(reason: string, restartAfterMs: number): void;
}

/** Keeps as many sending threads alive as wanted; one that ends is replaced, after longer and longer pauses. */
export class ThreadPool {
  private readonly threads: (SendingThread | null)[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  private pauseMs = FIRST_PAUSE_MS;
  private isStarted = false;
  private isClosing = false;

  constructor(
    private readonly options: ThreadOptions,
    private readonly data: ThreadData,
  ) {
    if (!options.whenNeeded) this.startAll();
  }

  /** The thread with the least under way; null if none can take work now. */
  leastLoaded(): SendingThread | null {
    if (!this.isStarted) this.startAll();
    let least: SendingThread | null = null;
    for (const thread of this.threads) {
      if (thread?.isReady && (least === null || thread.load < least.load)) least = thread;
    }
    return least;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.threads.map((thread) => thread?.close()));
  }

  private startAll(): void {
    this.isStarted = true;
    for (let place = 0; place < this.options.count; place += 1) this.start(place);
  }

  private start(place: number): void {
    const startedAt = performance.now();
    const file = this.options.file ?? new URL('./transport-thread.js', import.meta.url);
    this.threads[place] = new SendingThread(file, this.data, {
      onReady: () => this.tellAlive(),
      onEnd: (reason) => this.replace(place, reason, performance.now() - startedAt),
    });
  }

  private replace(place: number, reason: string, livedMs: number): void {
    this.threads[place] = null;
    this.tellAlive();
    if (this.isClosing) return;
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
