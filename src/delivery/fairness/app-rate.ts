import { PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** An application that was cut keeps at least this rate, so that it notices when its provider accepts messages again. */
const LEAST_PER_MINUTE = 60;
/** The minimum rate is this share of a published quota: an early 429 means that other senders use up the quota. */
const LEAST_PART = 0.01;
/** The rate is back at a published quota after this many minutes. */
const MINUTES_TO_QUOTA = 10;
/** Without a published quota the rate grows each minute by half of the cut rate. At this multiple, the limit is lifted. */
const LIFTED_AT = 4;
/** The weight of a call in the measured rate falls to about a third in this time. */
const FADE_MS = 10_000;
/** After such a gap, measuring starts over: idle time says nothing about what a provider accepts. */
const GAP_MS = 2_000;
/** Smaller pages are not worth their overhead. */
const SMALLEST_PAGE = 50;

interface Cut {
  readonly perMinute: number;
  /** Epoch ms at which the provider accepts messages again, and the rate starts to grow. */
  readonly from: number;
}

/**
 * The rate of one application: a token bucket of calls that holds up to one second's worth. After a 429 it resumes at half
 * of the last rate that worked, and grows each minute until the cut is made up for.
 */
export class AppRate {
  private cutNow: Cut | null = null;
  private tokens = Number.POSITIVE_INFINITY;
  private filledAt = 0;
  private recent = 0;
  private recentAt = Number.NEGATIVE_INFINITY;
  private activeSince = 0;

  /** Calls per minute; infinity if no quota is published. */
  private readonly quota: number;
  private readonly messagesPerCall: number;

  constructor(readonly provider: ProviderName) {
    const { quotaPerMinute, messagesPerCall = 1 } = PROVIDERS[provider].pace;
    this.quota = quotaPerMinute ?? Number.POSITIVE_INFINITY;
    this.messagesPerCall = messagesPerCall;
  }

  /** @returns the number of messages that may go now. */
  check(now: number): { most: number; readyAt: number } {
    const perMinute = this.perMinute(now);
    if (this.cutNow && now < this.cutNow.from) return { most: 0, readyAt: this.cutNow.from };
    if (perMinute === Number.POSITIVE_INFINITY) return { most: perMinute, readyAt: now };
    this.refill(now, perMinute);
    const smallest = Math.ceil(SMALLEST_PAGE / this.messagesPerCall);
    const wanted = Math.max(1, Math.min(smallest, capacityOf(perMinute)));
    if (this.tokens >= wanted) return { most: Math.floor(this.tokens) * this.messagesPerCall, readyAt: now };
    return { most: 0, readyAt: now + Math.ceil(((wanted - this.tokens) * MINUTE_MS) / perMinute) };
  }

  /** @param messages of one page. */
  spend(now: number, messages: number): void {
    const calls = Math.ceil(messages / this.messagesPerCall);
    if (Math.abs(now - this.recentAt) > GAP_MS) {
      this.recent = 0;
      this.activeSince = now;
    }
    this.recent = this.recentNow(now) + calls;
    this.recentAt = now;
    const perMinute = this.perMinute(now);
    if (perMinute === Number.POSITIVE_INFINITY) return;
    this.refill(now, perMinute);
    this.tokens -= calls;
  }

  /** Cuts the rate after a 429. Pages that were in flight together cut it only once. */
  cut(now: number, afterMs: number | null): void {
    const from = now + (afterMs ?? 0);
    if (this.cutNow && now <= this.cutNow.from) {
      this.cutNow = { ...this.cutNow, from: Math.max(from, this.cutNow.from) };
      return;
    }
    const before = Math.min(this.perMinute(now), this.seenPerMinute(now));
    const { quota } = this;
    const least = quota === Number.POSITIVE_INFINITY ? LEAST_PER_MINUTE : quota * LEAST_PART;
    this.cutNow = { perMinute: Math.max(least, Math.floor(before / 2)), from };
    this.tokens = 0;
    this.filledAt = from;
  }

  /** Messages per minute; null if no provider has slowed it down. */
  cutTo(now: number): number | null {
    const perMinute = this.perMinute(now);
    return this.cutNow ? perMinute * this.messagesPerCall : null;
  }

  /** Called when the clock was set back by `ms`. Moves every planned instant back as far. */
  setBack(ms: number): void {
    this.filledAt -= ms;
    this.recentAt -= ms;
    this.activeSince -= ms;
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

  /** A burst of less than a second counts as one second. */
  private seenPerMinute(now: number): number {
    const ageMs = Math.max(SECOND_MS, now - this.activeSince);
    const windowMs = FADE_MS * (1 - Math.exp(-ageMs / FADE_MS));
    return (this.recentNow(now) * MINUTE_MS) / windowMs;
  }

  private recentNow(now: number): number {
    return this.recent * Math.exp(-Math.max(0, now - this.recentAt) / FADE_MS);
  }
}

const capacityOf = (perMinute: number): number => Math.max(1, (perMinute * SECOND_MS) / MINUTE_MS);
