interface Expiring {
  expire(): void;
}

/**
 * One timer for all exchanges of a connection or client, which have the same time for their answer and so expire in the
 * order in which they began. A timer for each would be made and dropped a thousand times for once that it fires.
 */
export class Deadlines<Entry extends Expiring> {
  private readonly entries = new Map<Entry, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly afterMs: number) {}

  /** From now; anew, if it was there already. */
  add(entry: Entry): void {
    this.entries.delete(entry);
    this.entries.set(entry, performance.now() + this.afterMs);
    this.timer ??= this.wait(this.afterMs);
  }

  remove(entry: Entry): void {
    this.entries.delete(entry);
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
    for (const [entry, expiresAt] of this.entries) {
      if (expiresAt > now) {
        this.timer = this.wait(expiresAt - now);
        return;
      }
      this.entries.delete(entry);
      entry.expire();
    }
  }
}
