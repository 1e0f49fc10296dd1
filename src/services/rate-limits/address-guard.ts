import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../../errors.js';

const SECONDS = 60;

/** How often an address may come with a bad key: the look-up of a key is the only work that strangers can cause. */
export class AddressGuard {
  private readonly limiter: RateLimiterMemory | null;
  /** Of any address. */
  private lastFailureMs = Number.NEGATIVE_INFINITY;

  /** @param failuresPerMinute 0: no limit. */
  constructor(failuresPerMinute: number) {
    this.limiter =
      failuresPerMinute > 0 ? new RateLimiterMemory({ points: failuresPerMinute, duration: SECONDS }) : null;
  }

  /**
   * Does what needs a good key, and counts the failures.
   * @throws RATE_LIMITED before doing it, for an address that has failed too often in this minute.
   */
  async watch<T>(address: string, authenticate: () => Promise<T>): Promise<T> {
    if (!this.limiter) return authenticate();
    const { limiter } = this;
    // Failures are forgotten after a minute: as a rule there are none to look up.
    const isQuiet = performance.now() - this.lastFailureMs > SECONDS * 1_000;
    const past = isQuiet ? null : await limiter.get(address);
    if (past && past.consumedPoints >= limiter.points) {
      const message = 'Too many requests with bad keys came from your address; try again later.';
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(past.msBeforeNext / 1_000) });
    }
    try {
      return await authenticate();
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') {
        this.lastFailureMs = performance.now();
        await limiter.penalty(address);
      }
      throw error;
    }
  }
}
