import type { Keyring } from './keyring.js';

/** The path of the hosted page, which the token follows. */
export const PREFERENCES_PATH = '/preferences';

/** The device whose preferences a link opens. */
export interface LinkedDevice {
  /** The account. */
  readonly userId: number;
  readonly appId: number;
  readonly deviceId: number;
  /** The person who uses the device, or null. Only a keyed hash of it is in the link. */
  readonly externalUserId: string | null;
}

export interface PreferencesClaims extends Omit<LinkedDevice, 'externalUserId'> {
  readonly isExpired: boolean;
  /** Whether the link was made for this person. A link that was made for nobody belongs to any person at the device. */
  isFor(externalUserId: string | null): boolean;
}

export interface PreferencesLinkOptions {
  readonly keyring: Keyring;
  /** `PUBLIC_URL`. */
  readonly publicUrl: string | null;
  /** `PREFERENCES_LINK_DAYS`. */
  readonly days: number;
}

const PURPOSE = 'preferences';
const PERSON = 'preferences-person';
const DAY_MS = 86_400_000;

/** Makes the addresses of the hosted preferences page (docs/preferences-page.md#links). */
export class PreferencesLinks {
  /** Used without `PUBLIC_URL`: the address of a service that only this machine reaches; null: there are no links. */
  localUrl: string | null = null;

  constructor(private readonly options: PreferencesLinkOptions) {}

  /** Returns the same address all day, so that equal messages stay equal; null if the service has no address. */
  urlOf(device: LinkedDevice, now: number): string | null {
    const base = this.options.publicUrl ?? this.localUrl;
    return base === null ? null : `${base}${PREFERENCES_PATH}/${this.tokenOf(device, now)}`;
  }

  /** `account.app.device.day` in base 36, the signed person if there is one, and a 128-bit signature. */
  tokenOf({ userId, appId, deviceId, externalUserId }: LinkedDevice, now: number): string {
    const { keyring, days } = this.options;
    const lastDay = Math.floor(now / DAY_MS) + days;
    const ids = [userId, appId, deviceId, lastDay].map((id) => id.toString(36)).join('.');
    const body = externalUserId === null ? ids : `${ids}.${keyring.sign(PERSON, personOf(userId, externalUserId))}`;
    return `${body}.${keyring.sign(PURPOSE, body)}`;
  }

  /** Returns null for anything that this service did not sign. */
  verify(token: string, now: number): PreferencesClaims | null {
    const { keyring } = this.options;
    const parts = TOKEN.exec(token);
    if (!parts || !keyring.verify(PURPOSE, token.slice(0, token.lastIndexOf('.')), parts[6] ?? '')) return null;
    const [userId = 0, appId = 0, deviceId = 0, lastDay = 0] = parts
      .slice(1, 5)
      .map((part) => Number.parseInt(part, 36));
    const person = parts[5];
    return {
      ...{ userId, appId, deviceId },
      isExpired: now >= (lastDay + 1) * DAY_MS,
      isFor: (externalUserId) =>
        person === undefined ||
        (externalUserId !== null && keyring.verify(PERSON, personOf(userId, externalUserId), person)),
    };
  }
}

const ID = '([0-9a-z]{1,11})';
const SIGNATURE = '([\\w-]{22})';
const TOKEN = new RegExp(`^${ID}\\.${ID}\\.${ID}\\.${ID}(?:\\.${SIGNATURE})?\\.${SIGNATURE}$`);

const personOf = (userId: number, externalUserId: string): string => `${userId}.${externalUserId}`;
