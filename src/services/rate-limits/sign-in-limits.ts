import type { Redis } from 'ioredis';
import { lastUsed } from '../../collections.js';
import { sha256 } from '../../crypto/secrets.js';
import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { normalizeEmail } from '../members/member-rules.js';
import { toAddressKey } from './address-key.js';
import { RateLimit } from './rate-limit.js';

const WINDOW_MS = 15 * 60_000;
/** Behind one address there may be an office; what comes through is not counted. */
const PER_ADDRESS = 30;
const PER_EMAIL = 10;
const MAX_KNOWN = 10_000;

export interface SignInLimitsOptions {
  readonly clock: Clock;
  readonly redis: Redis | null;
  readonly onRefused?: (what: string, by: 'address' | 'email') => void;
}

/**
 * How often somebody may try to sign in: by address, and by the e-mail address that is named, whether there is such a
 * member or not. An address from which a member came in well before counts by itself, so that strangers who try its
 * e-mail address do not shut it out.
 */
export class SignInLimits {
  private readonly addresses: RateLimit;
  private readonly emails: RateLimit;
  private readonly known = lastUsed<string, true>(MAX_KNOWN);
  private readonly cameBack = lastUsed<string, true>(MAX_KNOWN);

  constructor(private readonly options: SignInLimitsOptions) {
    const { clock, redis } = options;
    this.addresses = new RateLimit({ name: 'sign-in:address', limit: PER_ADDRESS, windowMs: WINDOW_MS, clock, redis });
    this.emails = new RateLimit({ name: 'sign-in:email', limit: PER_EMAIL, windowMs: WINDOW_MS, clock, redis });
  }

  /** Before anything is worked out. @throws RATE_LIMITED */
  async admit(address: string, email: string): Promise<void> {
    await this.admitAddress(address);
    await this.judge(this.emails.take(this.keyOf(address, email)), 'email');
  }

  /** Where nobody is named: at single sign-on. @throws RATE_LIMITED */
  async admitAddress(address: string): Promise<void> {
    await this.judge(this.addresses.take(toAddressKey(address)), 'address');
  }

  /** It was the member: nothing of it counts. */
  noteSuccess(address: string, email: string): void {
    this.addresses.giveBack(toAddressKey(address));
    this.emails.giveBack(this.keyOf(address, email));
    this.known.set(pairOf(address, email), true);
  }

  /**
   * The same for single sign-on, where the way there was counted and the way back; the way there once, however often
   * somebody comes back from it.
   * @param state of the way there.
   */
  noteSuccessOf(address: string, state: string): void {
    this.addresses.giveBack(toAddressKey(address), this.cameBack.get(state) ? 1 : 2);
    this.cameBack.set(state, true);
  }

  private keyOf(address: string, email: string): string {
    const pair = pairOf(address, email);
    return this.known.get(pair) ? pair : sha256(normalizeEmail(email));
  }

  private async judge(wait: number | Promise<number>, by: 'address' | 'email'): Promise<void> {
    const waitMs = await wait;
    if (waitMs === 0) return;
    this.options.onRefused?.('sign_in', by);
    const retryAfterSeconds = Math.ceil(waitMs / 1_000);
    const message = `Too many attempts to sign in; try again in ${Math.ceil(retryAfterSeconds / 60)} min.`;
    throw new AppError('RATE_LIMITED', message, { retryAfterSeconds });
  }
}

const pairOf = (address: string, email: string): string => sha256(`${toAddressKey(address)} ${normalizeEmail(email)}`);
