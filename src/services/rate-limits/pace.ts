import type { Redis } from 'ioredis';
import { lastUsed } from '../../collections.js';
import type { Clock } from '../../ports/clock.js';

export interface PaceOptions {
  /** Of its keys in Redis. */
  readonly name: string;
  /** How many may come at once after a rest. */
  readonly burst: number;
  /** One more each time. */
  readonly everyMs: number;
  readonly clock: Clock;
  /** null: each process counts for itself. */
  readonly redis: Redis | null;
}

/** A key that is pushed out starts again with its burst. */
const MAX_KEYS = 20_000;

/**
 * Slows a key down and never shuts it out: after `burst` uses the next one is always less than `everyMs` away, however
 * many were refused (GCRA). An hour holds at most `burst + 3600 s / everyMs` uses.
 */
export class Pace {
  /** When each key will have rested, epoch ms. */
  private readonly rested = lastUsed<string, number>(MAX_KEYS);

  constructor(private readonly options: PaceOptions) {}

  /** @returns after how many ms the caller may go ahead. Beyond `patienceMs` nothing is counted. */
  async take(key: string, patienceMs = 0): Promise<number> {
    const { redis, name, everyMs, burst, clock } = this.options;
    if (redis === null) return this.takeHere(key, patienceMs);
    try {
      const slackMs = (burst - 1) * everyMs;
      return Number(
        await redis.eval(TAKE, 1, `pushgraph:limit:pace:${name}:${key}`, clock.now(), everyMs, slackMs, patienceMs),
      );
    } catch {
      // A Redis that fails neither refuses anybody nor lifts the limit.
      return this.takeHere(key, patienceMs);
    }
  }

  /** What was taken does not count. */
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
    // A clock that was set back must not shut anybody out.
    const latest = now + burst * everyMs + patienceMs;
    const rested = Math.min(Math.max(this.rested.get(key) ?? 0, now), latest);
    const waitMs = Math.max(0, rested - slackMs - now);
    if (waitMs <= patienceMs) this.rested.set(key, rested + everyMs);
    return waitMs;
  }
}

/** The same as `takeHere`; a key is forgotten once it has rested. */
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
