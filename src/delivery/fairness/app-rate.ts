import { PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** The least that a refused application still tries, or nobody would notice that the provider takes messages again. */
const LEAST_PER_MINUTE = 60;
/** The same as a part of a published quota: a 429 after a few messages says that others use the quota up. */
const LEAST_PART = 0.01;
/** A published quota is reached again after this many minutes. */
const MINUTES_TO_QUOTA = 10;
/** Where none is published the rate grows by half of the cut each minute; at this many times the cut the limit is lifted. */
const LIFTED_AT = 4;
/** In this time a call fades to a third in the rate that was seen. */
const FADE_MS = 10_000;
/** After a gap like this the rate is measured from the beginning: idle time says nothing about what a provider takes. */
const GAP_MS = 2_000;
/** Fewer messages at a time are not worth a page. */
const SMALLEST_PAGE = 50;

interface Cut {
  readonly perMinute: number;
  /** From then on the rate grows again: when the provider takes messages again. */
  readonly from: number;
}

/**
 * The rate of one application: a bucket of calls that refills, up to a second's worth. After a 429 it resumes at half of
 * the last rate that worked and grows a little each minute, until nothing is left of the cut.
 */
export class AppRate {
  private cutNow: Cut | null = null;
  private tokens = Number.POSITIVE_INFINITY;
  private filledAt = 0;
  private recent = 0;
  private recentAt = Number.NEGATIVE_INFINITY;
  private activeSince = 0;

  /** Calls a minute; infinity where none is published. */
  private readonly quota: number;
  private readonly messagesPerCall: number;

  constructor(readonly provider: ProviderName) {
    const { quotaPerMinute, messagesPerCall = 1 } = PROVIDERS[provider].pace;
    this.quota = quotaPerMinute ?? Number.POSITIVE_INFINITY;
    this.messagesPerCall = messagesPerCall;
  }

  /** @returns messages that may go now. */
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

  /** The provider had too many calls. Pages that were under way together hear of one cut. */
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

  /** Messages a minute; null if no provider has slowed it down. */
  cutTo(now: number): number | null {
    const perMinute = this.perMinute(now);
    return this.cutNow ? perMinute * this.messagesPerCall : null;
  }

  /** The clock was set back by so much: what was planned by it comes as much earlier. */
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
