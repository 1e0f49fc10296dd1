import type { Redis } from 'ioredis';
import { lastUsed } from '../../collections.js';
import type { Clock } from '../../ports/clock.js';

export interface PaceOptions {
  /** The prefix of its keys in Redis. */
  readonly name: string;
  /** Uses that are allowed at once after a pause. */
  readonly burst: number;
  /** The interval at which one more is allowed. */
  readonly everyMs: number;
  readonly clock: Clock;
  /** null counts in each process separately. */
  readonly redis: Redis | null;
}

/** An evicted key starts again with its burst. */
const MAX_KEYS = 20_000;

/**
 * Slows a key down but never blocks it: after `burst` uses, the next is always less than `everyMs` away, however many
 * were refused (GCRA). An hour has at most `burst + 3600 s / everyMs` uses.
 */
export class Pace {
  /** When each key will have its full burst again, epoch ms. */
  private readonly rested = lastUsed<string, number>(MAX_KEYS);

  constructor(private readonly options: PaceOptions) {}

  /** @returns the milliseconds to wait. Beyond `patienceMs` nothing is counted. */
  async take(key: string, patienceMs = 0): Promise<number> {
    const { redis, name, everyMs, burst, clock } = this.options;
    if (redis === null) return this.takeHere(key, patienceMs);
    try {
      const slackMs = (burst - 1) * everyMs;
      return Number(
        await redis.eval(TAKE, 1, `pushgraph:limit:pace:${name}:${key}`, clock.now(), everyMs, slackMs, patienceMs),
      );
    } catch {
      // A failing Redis neither refuses a use nor lifts the limit.
      return this.takeHere(key, patienceMs);
    }
  }

  /** Returns a use that must not count. */
  async giveBack(key: string): Promise<void> {
    const { redis, name, everyMs } = this.options;
    const known = this.rested.get(key);
    if (known !== undefined) this.rested.set(key, known - everyMs);
    await redis?.eval(GIVE_BACK, 1, `pushgraph:limit:pace:${name}:${key}`, everyMs).catch(() => undefined);
  }

  private takeHere(key: string, patienceMs: number): number {
    const { burst, everyMs, clock } = this.options;
    const now = clock.now();
    const slackMs = (burst - 1) * everyMs;
    // A clock that was set back must not block any key.
    const latest = now + burst * everyMs + patienceMs;
    const rested = Math.min(Math.max(this.rested.get(key) ?? 0, now), latest);
    const waitMs = Math.max(0, rested - slackMs - now);
    if (waitMs <= patienceMs) this.rested.set(key, rested + everyMs);
    return waitMs;
  }
}

/** Works like `takeHere` in Redis; a key expires once it has its full burst again. */
const TAKE = `
local now, every, slack, patience = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local rested = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
rested = math.min(rested, now + slack + every + patience)
local wait = math.max(0, rested - slack - now)
if wait <= patience then
  redis.call('SET', KEYS[1], string.format('%.0f', rested + every), 'PX', math.ceil(rested + every - now) + 1000)
end
return math.ceil(wait)`;

const GIVE_BACK = `
local rested = redis.call('GET', KEYS[1])
if rested then redis.call('SET', KEYS[1], string.format('%.0f', tonumber(rested) - tonumber(ARGV[1])), 'KEEPTTL') end
return 0`;
