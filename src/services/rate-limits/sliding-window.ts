import type { Clock } from '../../ports/clock.js';

export const WINDOW_MS = 60_000;
/** The size of each of the two generations below: a key with a larger share of the requests is always counted. */
const MAX_KEYS = 10_000;

/** The current count of a key: this minute, and the part of the last minute that is less than a minute ago. */
export interface Counts {
  /** The window since the epoch that `count` belongs to, usually a minute. */
  minute: number;
  count: number;
  before: number;
  /** The part of `count` that other processes do not know yet. */
  unshared: number;
}

/**
 * Counts per key in a sliding minute. A count is treated as spread evenly over its minute, so that nobody gets twice
 * the limit around a full minute. Memory is bounded: a generation that is full or a minute old is replaced by a new
 * one; returning keys are carried over, and the one before is dropped.
 */
export class SlidingWindow {
  private young = new Map<string, Counts>();
  private old = new Map<string, Counts>();
  private youngMinute = 0;

  constructor(
    readonly limit: number,
    private readonly clock: Clock,
    private readonly windowMs = WINDOW_MS,
  ) {}

  get size(): number {
    return this.young.size + this.old.size;
  }

  /** Milliseconds until this would be allowed; 0 for now. Counts nothing. */
  waitMs(key: string, weight = 1): number {
    const now = this.clock.now();
    const { limit, windowMs } = this;
    const minute = toMinute(now, windowMs);
    this.rotate(minute);
    const known = this.young.get(key) ?? this.old.get(key);
    return known ? waitMs(atMinute(known, minute), { limit, weight, now, windowMs }) : 0;
  }

  /** Returns the new count, including this use. */
  add(key: string, weight = 1): Counts {
    const minute = toMinute(this.clock.now(), this.windowMs);
    this.rotate(minute);
    const counts = this.young.get(key) ?? this.carryOver(key, minute);
    if (counts.minute !== minute) Object.assign(counts, atMinute(counts, minute));
    counts.count += weight;
    counts.unshared += weight;
    return counts;
  }

  /** Returns a use. Never falls below zero: what has expired cannot be returned. */
  takeOff(key: string, weight = 1): void {
    const counts = this.add(key, 0);
    const off = Math.min(weight, counts.count);
    counts.count -= off;
    counts.unshared -= off;
  }

  private carryOver(key: string, minute: number): Counts {
    if (this.young.size >= MAX_KEYS) this.beginGeneration(minute);
    const counts = this.old.get(key) ?? { minute, count: 0, before: 0, unshared: 0 };
    this.young.set(key, counts);
    return counts;
  }

  /** After a minute without uses both generations are replaced, and no use counts any more. */
  private rotate(minute: number): void {
    if (minute === this.youngMinute) return;
    if (minute !== this.youngMinute + 1) this.young = new Map();
    this.beginGeneration(minute);
  }

  private beginGeneration(minute: number): void {
    this.old = this.young;
    this.young = new Map();
    this.youngMinute = minute;
  }
}

export const toMinute = (now: number, windowMs = WINDOW_MS): number => Math.floor(now / windowMs);

/** A clock that was set back starts over. */
const atMinute = (counts: Counts, minute: number): Counts => {
  if (counts.minute === minute) return counts;
  return { minute, count: 0, before: counts.minute === minute - 1 ? counts.count : 0, unshared: 0 };
};

/** A use that weighs more than the limit counts as the limit, and is allowed when nothing else counts. */
export const waitMs = (
  { count, before }: Pick<Counts, 'count' | 'before'>,
  { limit, weight, now, windowMs = WINDOW_MS }: { limit: number; weight: number; now: number; windowMs?: number },
): number => {
  const room = limit - Math.min(weight, limit);
  const elapsed = now % windowMs;
  if (before * (windowMs - elapsed) <= (room - count) * windowMs) return 0;
  // In this window, the count of the previous one must expire; in the next one, the count of this one.
  if (count <= room) return fadeMs(before, room - count, windowMs) - elapsed;
  return windowMs - elapsed + fadeMs(count, room, windowMs);
};

/** The share of a window after which no more than `rest` of `count` still counts. */
const fadeMs = (count: number, rest: number, windowMs: number): number =>
  windowMs - Math.floor((rest * windowMs) / count);
