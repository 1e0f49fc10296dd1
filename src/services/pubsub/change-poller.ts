import type { Database } from '../../database/database.js';
import { readMarks, type Target } from './read-marks.js';

/** A client whose targets the poller watches. */
export interface Watched {
  /** The targets, which may change between polls. */
  targets(): readonly Target[];
  /** @param isFirst nothing was known before, so it may or may not have changed. */
  moved(target: Target, isFirst: boolean): void;
}

export interface ChangePollerOptions {
  readonly database: Database;
  /** The delay until the next poll, requested after each. */
  intervalMs(): number;
  /** The minimum interval between two requested polls. */
  readonly minIntervalMs: number;
}

/** Polls for changes made by other processes, with one statement for any number of watchers. */
export class ChangePoller {
  private readonly watched = new Set<Watched>();
  private marks = new Map<string, string>();
  private timer: NodeJS.Timeout | null = null;
  private nextAt = 0;
  private lastAt = 0;
  private isLooking = false;

  constructor(private readonly options: ChangePollerOptions) {}

  add(watched: Watched): void {
    this.watched.add(watched);
    if (!this.timer && !this.isLooking) this.schedule(this.options.intervalMs());
  }

  remove(watched: Watched): void {
    this.watched.delete(watched);
    if (this.watched.size > 0) return;
    this.marks.clear();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  /** Called when something changed, hints may have been lost, or the interval is different. */
  soon(): void {
    const waitMs = Math.max(0, this.lastAt + this.options.minIntervalMs - performance.now());
    if (this.isLooking) this.nextAt = 0;
    else if (this.watched.size > 0 && performance.now() + waitMs < this.nextAt) this.schedule(waitMs);
  }

  private schedule(waitMs: number): void {
    if (this.timer) clearTimeout(this.timer);
    this.nextAt = performance.now() + waitMs;
    this.timer = setTimeout(() => void this.look(), waitMs).unref();
  }

  private async look(): Promise<void> {
    this.timer = null;
    this.isLooking = true;
    this.lastAt = performance.now();
    this.nextAt = Number.POSITIVE_INFINITY;
    try {
      await this.compare();
    } catch {
      // The next poll finds the changes after a short database failure.
    } finally {
      this.isLooking = false;
    }
    if (this.watched.size === 0) return;
    this.schedule(this.nextAt === 0 ? this.options.minIntervalMs : this.options.intervalMs());
  }

  private async compare(): Promise<void> {
    const wanted = [...this.watched].map((watched) => ({ watched, targets: watched.targets() }));
    const unique = new Map(wanted.flatMap(({ targets }) => targets.map((target) => [keyOf(target), target])));
    if (unique.size === 0) return;
    const marks = await readMarks(this.options.database, [...unique.values()]);
    const before = this.marks;
    this.marks = new Map([...unique.keys()].map((key) => [key, marks.get(key) ?? GONE]));
    for (const { watched, targets } of wanted) {
      for (const target of targets) {
        const key = keyOf(target);
        const known = before.get(key);
        if (known !== this.marks.get(key)) watched.moved(target, known === undefined);
      }
    }
  }
}

const GONE = 'gone';

const keyOf = ({ kind, id }: Target): string => `${kind}:${id}`;
