import type { Redis } from 'ioredis';
import { lastUsed } from '../../collections.js';
import { sha256 } from '../../crypto/secrets.js';
import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { KnownPlaces } from '../members/known-places.js';
import { normalizeEmail } from '../members/member-rules.js';
import type { HashLane } from '../members/password-hasher.js';
import { toAddressKey } from './address-key.js';
import { Pace } from './pace.js';
import { RateLimit } from './rate-limit.js';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * The limits of a guesser. From one network: 10 attempts at one member and 360 an hour; 30 at all members and 1,200 an
 * hour. From all networks at one member: 250 and 1,080 an hour, not counting networks where that member is known
 * (docs/console-access.md#passwords).
 */
const PAIR = { burst: 10, everyMs: 10 * SECOND_MS };
const NETWORK = { burst: 30, everyMs: 3 * SECOND_MS };
/**
 * Attempts at one e-mail address by networks that have hardly tried it, so that a few hostile networks cannot use them
 * up.
 */
const FIRST_TRIES = { burst: 200, everyMs: 10 * SECOND_MS };
const LATER_TRIES = { burst: 50, everyMs: 5 * SECOND_MS };
/** First attempts of a network at an e-mail address, per day. */
const FIRST = 3;
/** Single sign-on gives no password to guess. */
const SINGLE_SIGN_ON = { burst: 30, everyMs: 3 * SECOND_MS };

/** A request waits this long for its turn; a longer wait is refused with `retry-after`. */
const PATIENCE_MS = 10 * SECOND_MS;
/** Waiting requests in this process, so that hostile ones cannot pile up sockets. */
const MAX_WAITING = 50;
const MAX_CAME_BACK = 10_000;

export interface SignInLimitsOptions {
  readonly clock: Clock;
  readonly redis: Redis | null;
  readonly places: Pick<KnownPlaces, 'isKnown'>;
  readonly onRefused?: (what: string, by: 'address' | 'email') => void;
}

/** An attempt that may proceed. */
export interface Attempt {
  readonly lane: HashLane;
  /** Called when the member has signed in: the attempt does not count. */
  succeed(): Promise<void>;
}

interface Toll {
  readonly by: 'address' | 'email';
  readonly pace: Pace;
  readonly key: string;
}

/**
 * Slows guessers down and locks nobody out: by network, by e-mail address (with or without a member), and by both. A
 * member on a network from which it has signed in before has a separate count.
 */
export class SignInLimits {
  private readonly pairs: Pace;
  private readonly networks: Pace;
  private readonly firstTries: Pace;
  private readonly laterTries: Pace;
  private readonly singleSignOn: Pace;
  /** Which attempts at an e-mail address are a network's first ones. */
  private readonly firsts: RateLimit;
  private readonly cameBack = lastUsed<string, true>(MAX_CAME_BACK);
  /** Requests that wait, or may have to. */
  private patient = 0;
  private readonly stopping = new AbortController();

  constructor(private readonly options: SignInLimitsOptions) {
    const { clock, redis } = options;
    const create = (name: string, pace: { burst: number; everyMs: number }) =>
      new Pace({ name, ...pace, clock, redis });
    this.pairs = create('sign-in:pair', PAIR);
    this.networks = create('sign-in:network', NETWORK);
    this.firstTries = create('sign-in:first', FIRST_TRIES);
    this.laterTries = create('sign-in:later', LATER_TRIES);
    this.singleSignOn = create('sign-in:oidc', SINGLE_SIGN_ON);
    this.firsts = new RateLimit({ name: 'sign-in:firsts', limit: FIRST, windowMs: DAY_MS, clock, redis });
  }

  /** Call this before hashing a password. It may wait a few seconds. @throws RATE_LIMITED */
  async admit(address: string, email: string): Promise<Attempt> {
    const network = toAddressKey(address);
    const pair = sha256(`${network} ${normalizeEmail(email)}`);
    const isKnown = await this.options.places.isKnown(email, address);
    const own: Toll = { by: 'address', pace: this.pairs, key: isKnown ? `known:${pair}` : pair };
    const isFirst = !isKnown && (await this.firsts.take(pair)) === 0;
    const tolls = isKnown ? [own] : [own, ...this.tollsOfStranger({ network, email, isFirst })];
    const forget = () => {
      if (isFirst) this.firsts.giveBack(pair);
    };
    try {
      await this.pay(tolls);
    } catch (error) {
      forget();
      throw error;
    }
    return {
      lane: { key: isKnown ? pair : network, isKnown },
      succeed: async () => {
        forget();
        await giveBack(tolls);
      },
    };
  }

  /** Ends all waits, because the process is stopping. */
  stop(): void {
    this.stopping.abort();
  }

  /** Counts a redirect to single sign-on, and a return from it. @throws RATE_LIMITED */
  async admitSingleSignOn(address: string): Promise<void> {
    const waitMs = await this.singleSignOn.take(toAddressKey(address));
    if (waitMs > 0) throw this.refuse(waitMs, 'address');
  }

  /**
   * Uncounts the redirect and the return after a single sign-on; the redirect only once, even if a browser returns
   * repeatedly. @param state identifies the redirect.
   */
  async noteSuccessOf(address: string, state: string): Promise<void> {
    const key = toAddressKey(address);
    await this.singleSignOn.giveBack(key);
    if (!this.cameBack.get(state)) await this.singleSignOn.giveBack(key);
    this.cameBack.set(state, true);
  }

  private tollsOfStranger(attempt: { network: string; email: string; isFirst: boolean }): Toll[] {
    const { network, email, isFirst } = attempt;
    return [
      { by: 'address', pace: this.networks, key: network },
      { by: 'email', pace: isFirst ? this.firstTries : this.laterTries, key: sha256(normalizeEmail(email)) },
    ];
  }

  /** Waits for its turn, unless too many others wait. */
  private async pay(tolls: readonly Toll[]): Promise<void> {
    const { clock } = this.options;
    if (!clock.sleep || this.patient >= MAX_WAITING) return void (await this.take(tolls, 0));
    this.patient += 1;
    try {
      const waitMs = await this.take(tolls, PATIENCE_MS);
      if (waitMs > 0) await clock.sleep(waitMs, this.stopping.signal);
      if (this.stopping.signal.aborted) throw isStopping();
    } finally {
      this.patient -= 1;
    }
  }

  /** Takes a turn in every limit, or in none. @returns how long to wait for the last of them. @throws RATE_LIMITED */
  private async take(tolls: readonly Toll[], patienceMs: number): Promise<number> {
    let longest = 0;
    for (const [index, { pace, key, by }] of tolls.entries()) {
      const waitMs = await pace.take(key, patienceMs);
      longest = Math.max(longest, waitMs);
      if (waitMs <= patienceMs) continue;
      await giveBack(tolls.slice(0, index));
      throw this.refuse(waitMs, by);
    }
    return longest;
  }

  private refuse(waitMs: number, by: 'address' | 'email'): AppError {
    this.options.onRefused?.('sign_in', by);
    const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
    const message = `Too many attempts to sign in; try again in ${retryAfterSeconds} s.`;
    return new AppError('RATE_LIMITED', message, { retryAfterSeconds });
  }
}

const isStopping = (): AppError =>
  new AppError('UNAVAILABLE', 'The service is stopping; sign in again in a moment.', { retryAfterSeconds: 1 });

const giveBack = async (tolls: readonly Toll[]): Promise<void> => {
  for (const { pace, key } of tolls) await pace.giveBack(key);
};
