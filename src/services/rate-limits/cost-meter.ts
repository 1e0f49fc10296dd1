import type { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../errors.js';

export interface CostMeterOptions {
  /** Of each user, all keys and members together; 0: no limit. */
  readonly perMinute: number;
  /** null: each process counts for itself. */
  readonly redis: Redis | null;
}

const SECONDS = 60;

/** What operations cost, added up for each user and minute: by key, a user would only have to make more of them. */
export class CostMeter {
  private readonly limiter: RateLimiterAbstract | null;

  constructor(private readonly options: CostMeterOptions) {
    this.limiter = options.perMinute > 0 ? createLimiter(options) : null;
  }

  /** What the user has left in this minute; null without a limit. @throws RATE_LIMITED, and the cost is not let in. */
  charge(userId: number, cost: number): Promise<number> | null {
    return this.limiter ? this.consume(this.limiter, userId, cost) : null;
  }

  private async consume(limiter: RateLimiterAbstract, userId: number, cost: number): Promise<number> {
    try {
      return (await limiter.consume(String(userId), cost)).remainingPoints;
    } catch (error) {
      // The library throws its result for what is too much, and an Error for what failed.
      if (!(error instanceof RateLimiterRes)) throw error;
      const message = `Your account has used up its cost of ${this.options.perMinute} a minute, all keys and members together; try again later.`;
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(error.msBeforeNext / 1_000) });
    }
  }
}

/** While Redis cannot be reached, each process counts for itself: nobody is refused for that, and nobody unlimited. */
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
