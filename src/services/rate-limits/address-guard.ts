import { lastUsed } from '../../collections.js';
import { sha256 } from '../../crypto/secrets.js';
import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { toAddressKey } from './address-key.js';
import { SlidingWindow, WINDOW_MS } from './sliding-window.js';

/** Stored as hashes: at most 2 MB. */
const MAX_KNOWN_KEYS = 10_000;

/** Limits bad keys per address: looking up a key is the only work that strangers can cause. */
export class AddressGuard {
  private readonly failures: SlidingWindow | null;
  /** Keys that were recently valid. Thousands of users may share an address, and a stranger must not block them. */
  private readonly known = lastUsed<string, true>(MAX_KNOWN_KEYS);
  /** The time of the last failure of any address, epoch ms. */
  private lastFailureAt = Number.NEGATIVE_INFINITY;

  /**
   * Counts within this process.
   * @param failuresPerMinute 0 for no limit.
   * @param onRefused called for each request that is refused unread.
   */
  constructor(
    failuresPerMinute: number,
    private readonly clock: Clock,
    private readonly onRefused: () => void = () => undefined,
  ) {
    this.failures = failuresPerMinute > 0 ? new SlidingWindow(failuresPerMinute, clock) : null;
  }

  /**
   * Runs work that needs a valid key, and counts failures.
   * @param authorization the key as received; one that was valid before is always checked by `authenticate`.
   * @throws RATE_LIMITED before running it, for an address with too many failures in the last minute.
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

  /** @throws RATE_LIMITED for an address with too many failures in the last minute. */
  check(address: string): void {
    // Usually no address has failed recently.
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
