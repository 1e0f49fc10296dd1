import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../errors.js';

export interface CostMeterOptions {
  /** The limit of a user over all keys and members; 0 for no limit. */
  readonly perMinute: number;
  /** null counts in each process separately. */
  readonly redis: Redis | null;
}

const SECONDS = 60;

/** Adds up the cost of operations per user and minute. Counting by key would only make users create more keys. */
export class CostMeter {
  private readonly limiter: RateLimiterAbstract | null;

  constructor(private readonly options: CostMeterOptions) {
    this.limiter = options.perMinute > 0 ? createLimiter(options) : null;
  }

  /**
   * Returns the user's remaining cost in this minute; null without a limit.
   * @throws RATE_LIMITED, without counting the cost.
   */
  charge(userId: number, cost: number): Promise<number> | null {
    return this.limiter ? this.consume(this.limiter, userId, cost) : null;
  }

  private async consume(limiter: RateLimiterAbstract, userId: number, cost: number): Promise<number> {
    try {
      return (await limiter.consume(String(userId), cost)).remainingPoints;
    } catch (error) {
      // The library throws its result when the limit is exceeded, and an Error when it fails.
      if (!(error instanceof RateLimiterRes)) throw error;
      const message = `Your account has used up its cost of ${this.options.perMinute} a minute, all keys and members together; try again later.`;
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(error.msBeforeNext / 1_000) });
    }
  }
}

/**
 * While Redis cannot be reached, each process counts separately: no request is refused for that, and the limit stays.
 */
const createLimiter = ({ perMinute, redis }: CostMeterOptions): RateLimiterAbstract => {
  const memory = new RateLimiterMemory({ points: perMinute, duration: SECONDS });
  if (redis === null) return memory;
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'pushgraph:cost',
    points: perMinute,
    duration: SECONDS,
    insuranceLimiter: memory,
  });
};
