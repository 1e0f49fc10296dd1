import { PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** However often it is refused: it must go on trying, or nobody would notice that it may again. */
const LEAST_PER_MINUTE = 60;
/** Of a published quota: a 429 after few messages says that others use the quota up, and not that there is so little. */
const LEAST_PART = 0.01;
/** A published quota is reached again after so many minutes. */
const MINUTES_TO_QUOTA = 10;
/** Where none is published the rate grows by half of what it was cut to each minute; at so many times that the limit is lifted. */
const LIFTED_AT = 4;
/** How long what was sent counts in "how fast did it go", as the time in which it fades to a third. */
const FADE_MS = 10_000;
/** Fewer at a time are not worth a page. */
const SMALLEST_PAGE = 50;

interface Cut {
  readonly perMinute: number;
  /** From then on the rate grows again: when the provider takes messages again. */
  readonly from: number;
}

/**
 * The rate of one application: a bucket that refills, up to a second's worth. Halved when the provider says that it was
 * too much, then a little more each minute, until nothing is left of the cut.
 */
export class AppRate {
  private cutNow: Cut | null = null;
  private tokens = Number.POSITIVE_INFINITY;
  private filledAt = 0;
  private recent = 0;
  private recentAt = 0;

  /** A minute; infinity where none is published. */
  private readonly quota: number;

  constructor(readonly provider: ProviderName) {
    this.quota = PROVIDERS[provider].pace.quotaPerMinute ?? Number.POSITIVE_INFINITY;
  }

  check(now: number): { most: number; readyAt: number } {
    const perMinute = this.perMinute(now);
    if (this.cutNow && now < this.cutNow.from) return { most: 0, readyAt: this.cutNow.from };
    if (perMinute === Number.POSITIVE_INFINITY) return { most: perMinute, readyAt: now };
    this.refill(now, perMinute);
    const wanted = Math.max(1, Math.min(SMALLEST_PAGE, capacityOf(perMinute)));
    if (this.tokens >= wanted) return { most: Math.floor(this.tokens), readyAt: now };
    return { most: 0, readyAt: now + Math.ceil(((wanted - this.tokens) * MINUTE_MS) / perMinute) };
  }

  spend(now: number, count: number): void {
    this.recent = this.recentNow(now) + count;
    this.recentAt = now;
    const perMinute = this.perMinute(now);
    if (perMinute === Number.POSITIVE_INFINITY) return;
    this.refill(now, perMinute);
    this.tokens -= count;
  }

  /** Too many messages. Those that were under way together hear it together: that is one cut. */
  cut(now: number, afterMs: number | null): void {
    const from = now + (afterMs ?? 0);
    if (this.cutNow && now <= this.cutNow.from) {
      this.cutNow = { ...this.cutNow, from: Math.max(from, this.cutNow.from) };
      return;
    }
    const seen = (this.recentNow(now) * MINUTE_MS) / FADE_MS;
    const before = Math.min(this.perMinute(now), seen);
    const { quota } = this;
    const least = quota === Number.POSITIVE_INFINITY ? LEAST_PER_MINUTE : quota * LEAST_PART;
    this.cutNow = { perMinute: Math.max(least, Math.floor(before / 2)), from };
    this.tokens = 0;
    this.filledAt = from;
  }

  /** Messages a minute; null if no provider has slowed it down. */
  cutTo(now: number): number | null {
    const perMinute = this.perMinute(now);
    return this.cutNow ? perMinute : null;
  }

  /** The clock was set back by so much: what was planned by it comes as much earlier. */
  setBack(ms: number): void {
    this.filledAt -= ms;
    this.recentAt -= ms;
    if (this.cutNow) this.cutNow = { ...this.cutNow, from: this.cutNow.from - ms };
  }

  private perMinute(now: number): number {
    const { quota } = this;
    if (!this.cutNow) return quota;
    const { perMinute, from } = this.cutNow;
    const isPublished = quota !== Number.POSITIVE_INFINITY;
    const step = isPublished ? (quota - perMinute) / MINUTES_TO_QUOTA : perMinute / 2;
    const grown = perMinute + step * (Math.max(0, now - from) / MINUTE_MS);
    if (grown < (isPublished ? quota : perMinute * LIFTED_AT)) return grown;
    this.cutNow = null;
    return quota;
  }

  private refill(now: number, perMinute: number): void {
    const passedMs = Math.max(0, now - this.filledAt);
    this.tokens = Math.min(capacityOf(perMinute), this.tokens + (passedMs * perMinute) / MINUTE_MS);
    this.filledAt = Math.max(this.filledAt, now);
  }

  private recentNow(now: number): number {
    return this.recent * Math.exp(-Math.max(0, now - this.recentAt) / FADE_MS);
  }
}

const capacityOf = (perMinute: number): number => Math.max(1, (perMinute * SECOND_MS) / MINUTE_MS);
