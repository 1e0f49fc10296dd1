import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Clock } from '../../ports/clock.js';
import { type Counts, SlidingWindow, toMinute, WINDOW_MS, waitMs } from './sliding-window.js';

export interface RateLimitOptions {
  /** Of its keys in Redis. */
  readonly name: string;
  /** For each key in a sliding window; 0: no limit. */
  readonly limit: number;
  /** How long the window is; left out: a minute. */
  readonly windowMs?: number;
  readonly clock: Clock;
  /** null: each process counts for itself. */
  readonly redis: Redis | null;
}

/** Until a key has used this part of its limit here, no other process need know of it. */
const QUIET_SHARE = 1 / 20;

/**
 * How much each key may do in a minute (or what the window is), over all processes with Redis. Most keys do little: they are counted here
 * alone, at no cost, and Redis holds the busy ones. While Redis fails, each process counts for itself.
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

  /** 0: it is counted and let in. Else the milliseconds after which it would be, and nothing is counted. */
  take(key: string, weight = 1): number | Promise<number> {
    const { limit } = this.options;
    if (limit === 0) return 0;
    // Of one who is too much for this process alone the others need not be asked.
    const wait = this.here.waitMs(key, weight);
    if (wait > 0) return wait;
    const counts = this.here.add(key, weight);
    if (!this.everywhere || counts.count < limit * QUIET_SHARE) return 0;
    return this.takeEverywhere(this.everywhere, key, { weight, counts });
  }

  /**
   * What was let in here is not counted after all. Other processes hear of it with what is counted next; since each gives
   * back what it has counted itself, what Redis holds does not fall below 0 either.
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
      // Nobody is refused because Redis fails, and nobody goes without a limit: it is counted here.
      return 0;
    }
  }
}
