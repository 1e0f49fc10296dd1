import type { Clock } from '../../ports/clock.js';

export const WINDOW_MS = 60_000;
/** Of each of the two generations below: whoever sends more than one of so many requests is always counted. */
const MAX_KEYS = 10_000;

/** What counts for a key now: this minute, and as much of the minute before as still lies less than a minute back. */
export interface Counts {
  /** Which window since the epoch `count` belongs to: as a rule a minute. */
  minute: number;
  count: number;
  before: number;
  /** Of `count`, what other processes have not been told of. */
  unshared: number;
}

/**
 * Counts per key in a sliding minute. What was counted is taken as spread evenly over its minute, so that nobody has
 * twice the limit around a full minute. Memory is bounded: a generation that is full, or a minute old, makes place for
 * a new one, into which those who come again are carried over, and the one before it is forgotten.
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

  /** Milliseconds until this would be let in; 0: now. Nothing is counted. */
  waitMs(key: string, weight = 1): number {
    const now = this.clock.now();
    const { limit, windowMs } = this;
    const minute = toMinute(now, windowMs);
    this.rotate(minute);
    const known = this.young.get(key) ?? this.old.get(key);
    return known ? waitMs(atMinute(known, minute), { limit, weight, now, windowMs }) : 0;
  }

  /** What is counted now, this included. */
  add(key: string, weight = 1): Counts {
    const minute = toMinute(this.clock.now(), this.windowMs);
    this.rotate(minute);
    const counts = this.young.get(key) ?? this.carryOver(key, minute);
    if (counts.minute !== minute) Object.assign(counts, atMinute(counts, minute));
    counts.count += weight;
    counts.unshared += weight;
    return counts;
  }

  /** Not counted after all. Never less than nothing: of what is no longer counted nothing is taken off. */
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

  /** Twice where nobody came for a minute: then nothing counts any more. */
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

/** A clock that was set back begins anew. */
const atMinute = (counts: Counts, minute: number): Counts => {
  if (counts.minute === minute) return counts;
  return { minute, count: 0, before: counts.minute === minute - 1 ? counts.count : 0, unshared: 0 };
};

/** What weighs more than the limit counts as the limit: it is let in when nothing else is there. */
export const waitMs = (
  { count, before }: Pick<Counts, 'count' | 'before'>,
  { limit, weight, now, windowMs = WINDOW_MS }: { limit: number; weight: number; now: number; windowMs?: number },
): number => {
  const room = limit - Math.min(weight, limit);
  const elapsed = now % windowMs;
  if (before * (windowMs - elapsed) <= (room - count) * windowMs) return 0;
  // In this window what is of the one before must fade; in the next one, what is of this one.
  if (count <= room) return fadeMs(before, room - count, windowMs) - elapsed;
  return windowMs - elapsed + fadeMs(count, room, windowMs);
};

/** After how much of a window no more than `rest` still counts of `count`. */
const fadeMs = (count: number, rest: number, windowMs: number): number =>
  windowMs - Math.floor((rest * windowMs) / count);
