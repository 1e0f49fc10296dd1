/** An entry that has a time limit. */
export interface Expiring {
  /** The entry's place in the queue; null while it has no deadline. Only `Deadlines` writes it. */
  place: Place | null;
  expire(): void;
}

interface Place {
  readonly entry: Expiring;
  readonly expiresAt: number;
  before: Place | null;
  after: Place | null;
}

/** How often the queue measures time. */
const STEP_MS = 1_000;
const STEPS = 8;

/**
 * One timer for all exchanges of a connection. They share one limit, so they expire in the order in which they began. With
 * a timer each, a thousand would be created and cleared for every one that fires.
 *
 * Time in which this process got no CPU does not count: one step counts for at most twice its length. Before an entry
 * expires, the event loop reads the answers that already wait in the sockets.
 *
 * The queue is a linked list because a Map that is filled and emptied forever keeps its old tables alive until a full
 * garbage collection.
 */
export class Deadlines {
  private first: Place | null = null;
  private last: Place | null = null;
  private timer: NodeJS.Timeout | undefined;
  private readonly stepMs: number;
  /** The time that counts, and when it was last measured. */
  private ranMs = 0;
  private countedAt = performance.now();

  constructor(private readonly afterMs: number) {
    this.stepMs = Math.min(STEP_MS, afterMs / STEPS);
  }

  /** Starts the entry's limit, or restarts it. */
  add(entry: Expiring): void {
    this.remove(entry);
    const place: Place = { entry, expiresAt: this.count() + this.afterMs, before: this.last, after: null };
    if (this.last) this.last.after = place;
    else this.first = place;
    this.last = place;
    entry.place = place;
    this.timer ??= this.wait(this.stepMs);
  }

  remove(entry: Expiring): void {
    const { place } = entry;
    if (place === null) return;
    const { before, after } = place;
    if (before) before.after = after;
    else this.first = after;
    if (after) after.before = before;
    else this.last = before;
    place.before = null;
    place.after = null;
    entry.place = null;
  }

  /** Expires every entry now. */
  expireAll(): void {
    this.expireUntil(Number.POSITIVE_INFINITY);
  }

  /** Stops the timer. Call it once no entry can be added any more. */
  stop(): void {
    clearTimeout(this.timer);
  }

  private count(): number {
    const now = performance.now();
    this.ranMs += Math.min(now - this.countedAt, 2 * this.stepMs);
    this.countedAt = now;
    return this.ranMs;
  }

  private wait(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.step(), Math.max(1, ms)).unref();
  }

  private step(): void {
    this.timer = undefined;
    const now = this.count();
    if (this.first === null) return;
    const leftMs = this.first.expiresAt - now;
    if (leftMs > 0) this.timer = this.wait(Math.min(leftMs, this.stepMs));
    // Immediates run after the event loop has read its sockets.
    else setImmediate(() => this.expireUntil(now));
  }

  private expireUntil(instant: number): void {
    for (let { first } = this; first && first.expiresAt <= instant; { first } = this) {
      this.remove(first.entry);
      first.entry.expire();
    }
    if (this.first) this.timer ??= this.wait(Math.min(this.first.expiresAt - this.ranMs, this.stepMs));
  }
}
