import { BoundedQueue } from './bounded-queue.js';

export interface LiveViewOptions<T> {
  /** The current state; null once it is gone. */
  read(): Promise<T | null>;
  /** Nothing will change after this state. */
  isFinal(state: T): boolean;
  /** The minimum interval between two reads: 250 ms allows at most 4 states a second. */
  readonly minIntervalMs: number;
  /** When to read again without a notification, because time alone changes the state; null for never. */
  againAfterMs?(state: T): number | null;
  /** Called when the last subscriber leaves. */
  onIdle(): void;
}

const MAX_FAILURES = 5;
const RETRY_MS = 1_000;

/**
 * A changing value with several subscribers, read once for all of them, and only while somebody watches. Each gets the
 * current state at once, then changes as fast as it reads, and always the last state.
 */
export class LiveView<T> {
  private readonly subscribers = new Set<BoundedQueue<T>>();
  private latest: { state: T; print: string } | null = null;
  private delayed: NodeJS.Timeout | null = null;
  private again: NodeJS.Timeout | null = null;
  private isReading = false;
  private isStale = false;
  private lastReadAt = 0;
  private failures = 0;
  private isClosed = false;

  constructor(private readonly options: LiveViewOptions<T>) {}

  /** The state read last; null before the first read. */
  get current(): T | null {
    return this.latest?.state ?? null;
  }

  get subscriberCount(): number {
    return this.subscribers.size;
  }

  subscribe(): AsyncGenerator<T, void, undefined> {
    const queue: BoundedQueue<T> = new BoundedQueue({ limit: 1, onClose: () => this.leave(queue) });
    this.subscribers.add(queue);
    if (this.latest) queue.push(this.latest.state, STATE);
    this.refresh();
    return queue;
  }

  /** Called after a possible change. Many calls in a row cause one read. */
  refresh(): void {
    if (this.isReading) {
      this.isStale = true;
      return;
    }
    if (this.isClosed || this.delayed) return;
    const waitMs = this.lastReadAt + this.options.minIntervalMs - performance.now();
    if (waitMs <= 0) void this.readNow();
    else this.readIn(waitMs);
  }

  /** Ends every subscription, for example when the process drains. */
  close(): void {
    for (const queue of [...this.subscribers]) queue.end();
    this.stop();
  }

  private readIn(waitMs: number): void {
    this.delayed = setTimeout(() => {
      this.delayed = null;
      void this.readNow();
    }, waitMs).unref();
  }

  private async readNow(): Promise<void> {
    this.isReading = true;
    this.lastReadAt = performance.now();
    try {
      const state = await this.options.read();
      this.failures = 0;
      this.deliver(state);
    } catch (error) {
      this.endure(error);
    } finally {
      this.isReading = false;
    }
    if (!this.isStale) return;
    this.isStale = false;
    this.refresh();
  }

  private deliver(state: T | null): void {
    if (state === null) {
      this.close();
      return;
    }
    const print = JSON.stringify(state);
    if (print !== this.latest?.print) {
      this.latest = { state, print };
      for (const queue of this.subscribers) queue.push(state, STATE);
    }
    if (this.options.isFinal(state)) this.close();
    else this.planAgain(this.options.againAfterMs?.(state) ?? null);
  }

  private planAgain(waitMs: number | null): void {
    if (this.again) clearTimeout(this.again);
    this.again = waitMs === null || this.isClosed ? null : setTimeout(() => this.refresh(), waitMs).unref();
  }

  /** A short database failure must not disconnect everybody. */
  private endure(error: unknown): void {
    this.failures += 1;
    if (this.isClosed) return;
    if (this.failures < MAX_FAILURES) {
      this.readIn(RETRY_MS);
      return;
    }
    const reason = error instanceof Error ? error : new Error(String(error));
    for (const queue of [...this.subscribers]) queue.fail(reason);
  }

  private leave(queue: BoundedQueue<T>): void {
    this.subscribers.delete(queue);
    if (this.subscribers.size === 0) this.stop();
  }

  private stop(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.delayed) clearTimeout(this.delayed);
    if (this.again) clearTimeout(this.again);
    this.options.onIdle();
  }
}

/** Every state replaces the one before it. */
const STATE = 'state';
