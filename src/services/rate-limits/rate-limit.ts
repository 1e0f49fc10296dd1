import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Clock } from '../../ports/clock.js';
import { type Counts, SlidingWindow, toMinute, WINDOW_MS, waitMs } from './sliding-window.js';

export interface RateLimitOptions {
  /** The prefix of its keys in Redis. */
  readonly name: string;
  /** The most requests of a key in a sliding window; 0 for no limit. */
  readonly limit: number;
  /** The length of the window; a minute by default. */
  readonly windowMs?: number;
  readonly clock: Clock;
  /** null counts in each process separately. */
  readonly redis: Redis | null;
}

/** Until a key has used this share of its limit here, other processes need not know. */
const QUIET_SHARE = 1 / 20;

/**
 * Limits what each key may do per window (a minute by default), over all processes with Redis. Most keys do little and
 * are counted only here, at no cost; Redis holds the busy ones. While Redis fails, each process counts separately.
 */
export class RateLimit {
  private readonly here: SlidingWindow;
  private readonly everywhere: RateLimiterRedis | null;

  constructor(private readonly options: RateLimitOptions) {
    const { name, limit, windowMs = WINDOW_MS, clock, redis } = options;
    this.here = new SlidingWindow(limit, clock, windowMs);
    this.everywhere =
      redis &&
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `pushgraph:limit:${name}`,
        points: limit,
        duration: (2 * windowMs) / 1_000,
      });
  }

  /** Returns 0 and counts the use, or the milliseconds to wait without counting. */
  take(key: string, weight = 1): number | Promise<number> {
    const { limit } = this.options;
    if (limit === 0) return 0;
    // A key over the limit in this process alone needs no query to Redis.
    const wait = this.here.waitMs(key, weight);
    if (wait > 0) return wait;
    const counts = this.here.add(key, weight);
    if (!this.everywhere || counts.count < limit * QUIET_SHARE) return 0;
    return this.takeEverywhere(this.everywhere, key, { weight, counts });
  }

  /**
   * Returns a use that was counted here. Other processes learn of it with the next count; since each returns only its
   * own, the sum in Redis does not fall below 0.
   */
  giveBack(key: string, weight = 1): void {
    if (this.options.limit > 0) this.here.takeOff(key, weight);
  }

  private async takeEverywhere(
    store: RateLimiterRedis,
    key: string,
    { weight, counts }: { weight: number; counts: Counts },
  ): Promise<number> {
    const { limit, windowMs = WINDOW_MS, clock } = this.options;
    const now = clock.now();
    const minute = toMinute(now, windowMs);
    const { unshared } = counts;
    counts.unshared = 0;
    try {
      const [present, past] = await Promise.all([
        store.penalty(`${key}:${minute}`, unshared),
        store.get(`${key}:${minute - 1}`),
      ]);
      const others = { count: present.consumedPoints - weight, before: past?.consumedPoints ?? 0 };
      const wait = waitMs(others, { limit, weight, now, windowMs });
      if (wait === 0) return 0;
      counts.count = Math.max(0, counts.count - weight);
      await store.reward(`${key}:${minute}`, weight);
      return wait;
    } catch {
      // A failing Redis refuses nobody and lifts no limit: the use is counted here.
      return 0;
    }
  }
}
