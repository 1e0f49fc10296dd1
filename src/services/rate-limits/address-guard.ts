import { lastUsed } from '../../collections.js';
import { sha256 } from '../../crypto/secrets.js';
import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { toAddressKey } from './address-key.js';
import { SlidingWindow, WINDOW_MS } from './sliding-window.js';

/** As hashes: 2 MB at most. */
const MAX_KNOWN_KEYS = 10_000;

/** How often an address may come with a bad key: the look-up of a key is the only work that strangers can cause. */
export class AddressGuard {
  private readonly failures: SlidingWindow | null;
  /** Keys that were good the last time. Behind one address there may be thousands, who must not suffer for a stranger. */
  private readonly known = lastUsed<string, true>(MAX_KNOWN_KEYS);
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
   * @param authorization what came as the key: one that was good before is always judged by `authenticate`.
   * @throws RATE_LIMITED before doing it, for an address that has failed too often in the last minute.
   */
  async watch<T>(
    address: string,
    authorization: string | undefined,
    authenticate: (authorization: string | undefined) => Promise<T>,
  ): Promise<T> {
    if (!this.failures) return authenticate(authorization);
    const key = sha256(authorization ?? '');
    const isKnown = this.known.get(key) !== undefined;
    if (!isKnown) this.check(address);
    try {
      const result = await authenticate(authorization);
      if (!isKnown) this.known.set(key, true);
      return result;
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') {
        this.known.delete(key);
        this.noteFailure(address);
      }
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
