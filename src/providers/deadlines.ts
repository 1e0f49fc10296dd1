/** Something with a time for its answer. */
export interface Expiring {
  /** Where it stands among the others; null while it does not wait. Kept by `Deadlines`. */
  place: Place | null;
  expire(): void;
}

interface Place {
  readonly entry: Expiring;
  readonly expiresAt: number;
  before: Place | null;
  after: Place | null;
}

/**
 * One timer for all exchanges of a connection or client, which have the same time for their answer and so expire in the
 * order in which they began. A timer for each would be made and dropped a thousand times for once that it fires.
 *
 * A linked list and not a Map: a Map that is filled and emptied for ever leaves each of its old tables pointing to the
 * next, with the entries of then, and once one of them is old everything stays until a full collection.
 */
export class Deadlines {
  private first: Place | null = null;
  private last: Place | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly afterMs: number) {}

  /** From now; anew, if it was there already. */
  add(entry: Expiring): void {
    this.remove(entry);
    const place: Place = { entry, expiresAt: performance.now() + this.afterMs, before: this.last, after: null };
    if (this.last) this.last.after = place;
    else this.first = place;
    this.last = place;
    entry.place = place;
    this.timer ??= this.wait(this.afterMs);
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

  /** For when nothing can come any more. */
  stop(): void {
    clearTimeout(this.timer);
  }

  private wait(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.sweep(), Math.max(1, ms)).unref();
  }

  private sweep(): void {
    this.timer = undefined;
    const now = performance.now();
    for (let { first } = this; first; { first } = this) {
      if (first.expiresAt > now) {
        this.timer = this.wait(first.expiresAt - now);
        return;
      }
      this.remove(first.entry);
      first.entry.expire();
    }
  }
}
