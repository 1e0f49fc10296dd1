import type { Redis } from 'ioredis';
import type { SdkLimitConfig } from '../../config/sdk-limits.js';
import { AppError } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { toAddressKey } from './address-key.js';
import { RateLimit } from './rate-limit.js';
import { SlidingWindow } from './sliding-window.js';

/** The actions of devices. */
export type SdkKind = 'registrations' | 'events' | 'receipts';

/** @param what the action, and whom it is counted for. */
export type CountRefusal = (what: string, by: 'address' | 'app' | 'device' | 'email') => void;

export interface SdkLimitsOptions {
  readonly config: Omit<SdkLimitConfig, 'newTagsPerApp'>;
  readonly clock: Clock;
  readonly redis: Redis | null;
  readonly onRefused?: CountRefusal;
}

/** The limits of `/sdk/v1` for one address, one application and one device. */
export class SdkLimits {
  private readonly perAddress: Readonly<Record<SdkKind, RateLimit>>;
  private readonly perApp: Readonly<Record<SdkKind, RateLimit>>;
  private readonly perDevice: RateLimit;
  /** Counts within each process; null for no limit. */
  private readonly badSecrets: SlidingWindow | null;

  constructor(private readonly options: SdkLimitsOptions) {
    const { config, clock, redis } = options;
    const create = (name: string, limit: number) => new RateLimit({ name, limit, clock, redis });
    this.perAddress = {
      registrations: create('registrations:address', config.registrationsPerAddress),
      events: create('events:address', config.eventsPerAddress),
      receipts: create('receipts:address', config.receiptsPerAddress),
    };
    this.perApp = {
      registrations: create('registrations:app', config.registrationsPerApp),
      events: create('events:app', config.eventsPerApp),
      receipts: create('receipts:app', config.receiptsPerApp),
    };
    this.perDevice = create('events:device', config.eventsPerDevice);
    this.badSecrets = config.badSecretsPerAddress > 0 ? new SlidingWindow(config.badSecretsPerAddress, clock) : null;
  }

  /** Calls that return normally have counted the use. @throws RATE_LIMITED, without counting. */
  admitAddress(kind: SdkKind, address: string, weight = 1): void | Promise<void> {
    return this.judge(this.perAddress[kind].take(toAddressKey(address), weight), kind, 'address');
  }

  admitApp(kind: SdkKind, appId: number, weight = 1): void | Promise<void> {
    return this.judge(this.perApp[kind].take(String(appId), weight), kind, 'app');
  }

  /** @param secretHash part of the key: a caller without the device's secret cannot use up its limit. */
  admitDevice(deviceId: number, secretHash: string, events: number): void | Promise<void> {
    return this.judge(this.perDevice.take(`${deviceId}.${secretHash.slice(0, 16)}`, events), 'events', 'device');
  }

  /** @throws RATE_LIMITED for an address with too many bad secrets. */
  admitStranger(address: string): void {
    if (this.badSecrets) this.refuse(this.badSecrets.waitMs(toAddressKey(address)), 'bad_secrets', 'address');
  }

  noteBadSecret(address: string): void {
    this.badSecrets?.add(toAddressKey(address));
  }

  noteTooManyTags(): void {
    this.options.onRefused?.('new_tags', 'app');
  }

  private judge(wait: number | Promise<number>, what: string, by: 'address' | 'app' | 'device') {
    if (typeof wait === 'number') return this.refuse(wait, what, by);
    return wait.then((ms) => this.refuse(ms, what, by));
  }

  private refuse(waitMs: number, what: string, by: 'address' | 'app' | 'device'): void {
    if (waitMs === 0) return;
    this.options.onRefused?.(what, by);
    const retryAfterSeconds = Math.ceil(waitMs / 1_000);
    const message = `Too many ${TEXTS[what] ?? what} ${OF[by]}; try again in ${retryAfterSeconds} s.`;
    throw new AppError('RATE_LIMITED', message, { retryAfterSeconds });
  }
}

const TEXTS: Readonly<Record<string, string>> = { bad_secrets: 'requests with a bad secret or service_id' };
const OF = {
  address: 'came from your address in the last minute',
  app: 'came for this application in the last minute',
  device: 'came from this device in the last minute',
} as const;
