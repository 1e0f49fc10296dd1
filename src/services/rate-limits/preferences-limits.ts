import type { Redis } from 'ioredis';
import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { toAddressKey } from './address-key.js';
import { RateLimit } from './rate-limit.js';
import type { CountRefusal } from './sdk-limits.js';

/** A person makes a few requests. The limit stops a script that holds one link. */
const PER_LINK = 60;

export interface PreferencesLimitsOptions {
  /** Requests per minute and address; 0 for no limit. */
  readonly perAddress: number;
  readonly clock: Clock;
  readonly redis: Redis | null;
  readonly onRefused?: CountRefusal;
}

/** The limits of the hosted preferences page. */
export class PreferencesLimits {
  private readonly perAddress: RateLimit;
  private readonly perLink: RateLimit;

  constructor(private readonly options: PreferencesLimitsOptions) {
    const { perAddress, clock, redis } = options;
    this.perAddress = new RateLimit({ name: 'preferences:address', limit: perAddress, clock, redis });
    this.perLink = new RateLimit({ name: 'preferences:link', limit: PER_LINK, clock, redis });
  }

  /** Needs no valid link. @throws RATE_LIMITED */
  async admitAddress(address: string): Promise<void> {
    this.refuse(await this.perAddress.take(toAddressKey(address)), 'address');
  }

  /** All links of a device count together. @throws RATE_LIMITED */
  async admitLink({ appId, deviceId }: { readonly appId: number; readonly deviceId: number }): Promise<void> {
    this.refuse(await this.perLink.take(`${appId}.${deviceId}`), 'device');
  }

  private refuse(waitMs: number, by: 'address' | 'device'): void {
    if (waitMs === 0) return;
    this.options.onRefused?.('preferences', by);
    const retryAfterSeconds = Math.ceil(waitMs / 1_000);
    const message = `Too many requests for preferences; try again in ${retryAfterSeconds} s.`;
    throw new AppError('RATE_LIMITED', message, { retryAfterSeconds });
  }
}
