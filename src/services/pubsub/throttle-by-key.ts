interface Entry<V> {
  emittedAt: number;
  waiting: { readonly value: V } | null;
}

/** Passes at most one value per key and interval: the first at once, then the latest. */
export class ThrottleByKey<V> {
  private readonly entries = new Map<number | string, Entry<V>>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly intervalMs: number,
    private readonly emit: (value: V) => void,
  ) {}

  offer(key: number | string, value: V): void {
    const entry = this.entries.get(key);
    if (entry) {
      entry.waiting = { value };
      return;
    }
    this.entries.set(key, { emittedAt: performance.now(), waiting: null });
    this.timer ??= setTimeout(() => this.tick(), this.intervalMs).unref();
    this.emit(value);
  }

  /** Passes waiting values now. */
  flush(): void {
    const waiting = [...this.entries.values()].flatMap((entry) => entry.waiting ?? []);
    this.clear();
    for (const { value } of waiting) this.emit(value);
  }

  /** Drops waiting values. */
  clear(): void {
    this.entries.clear();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private tick(): void {
    this.timer = null;
    const now = performance.now();
    const due: V[] = [];
    let nextAt = Number.POSITIVE_INFINITY;
    for (const [key, entry] of this.entries) {
      if (entry.emittedAt + this.intervalMs <= now) {
        if (entry.waiting) due.push(entry.waiting.value);
        else this.entries.delete(key);
        entry.emittedAt = now;
        entry.waiting = null;
      }
      if (this.entries.has(key)) nextAt = Math.min(nextAt, entry.emittedAt + this.intervalMs);
    }
    if (nextAt < Number.POSITIVE_INFINITY) this.timer = setTimeout(() => this.tick(), nextAt - now).unref();
    for (const value of due) this.emit(value);
  }
}
