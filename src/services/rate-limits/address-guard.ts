import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { toAddressKey } from './address-key.js';
import { SlidingWindow, WINDOW_MS } from './sliding-window.js';

/** How often an address may come with a bad key: the look-up of a key is the only work that strangers can cause. */
export class AddressGuard {
  private readonly failures: SlidingWindow | null;
  /** When the last failure of any address was, epoch ms. */
  private lastFailureAt = Number.NEGATIVE_INFINITY;

  /**
   * Each process counts for itself.
   * @param failuresPerMinute 0: no limit.
   * @param onRefused is told of each request that is refused unseen.
   */
  constructor(
    failuresPerMinute: number,
    private readonly clock: Clock,
    private readonly onRefused: () => void = () => undefined,
  ) {
    this.failures = failuresPerMinute > 0 ? new SlidingWindow(failuresPerMinute, clock) : null;
  }

  /**
   * Does what needs a good key, and counts the failures.
   * @throws RATE_LIMITED before doing it, for an address that has failed too often in the last minute.
   */
  async watch<T>(address: string, authenticate: () => Promise<T>): Promise<T> {
    this.check(address);
    try {
      return await authenticate();
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') this.noteFailure(address);
      throw error;
    }
  }

  /** @throws RATE_LIMITED for an address that has failed too often in the last minute. */
  check(address: string): void {
    // As a rule there are none to look up.
    if (!this.failures || this.clock.now() - this.lastFailureAt > 2 * WINDOW_MS) return;
    const waitMs = this.failures.waitMs(toAddressKey(address));
    if (waitMs === 0) return;
    this.onRefused();
    const message = 'Too many requests with bad keys came from your address; try again later.';
    throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }

  noteFailure(address: string): void {
    this.lastFailureAt = this.clock.now();
    this.failures?.add(toAddressKey(address));
  }
}
