import { createECDH } from 'node:crypto';
import type { SenderApp } from '../sender.js';

/** An application's decrypted VAPID key pair. */
export interface VapidCredentials extends KeyPair {
  /** Contact of RFC 8292: a `mailto:` or `https:` URL. */
  readonly subject: string;
  /** Replaced key pairs, latest first. A subscription only accepts messages signed with its own key. */
  readonly previous?: readonly FormerVapidKeys[];
}

export interface KeyPair {
  /** An uncompressed point of 65 bytes in base64url. */
  readonly vapidPublicKey: string;
  /** 32 bytes in base64url. */
  readonly vapidPrivateKey: string;
}

export interface FormerVapidKeys extends KeyPair {
  /** Epoch ms at which the pair was replaced. */
  readonly until: number;
}

/**
 * Returns the keys to try for a subscription: first the pair that was current when the device last confirmed it, then
 * the others, newest first. There is one pair unless the application's key has been replaced.
 */
export const vapidKeysFor = ({ credentials }: SenderApp, confirmedAt: number | undefined): readonly KeyPair[] => {
  if (credentials.provider !== 'webpush') return [];
  const { previous = [] } = credentials;
  if (previous.length === 0) return [credentials];
  const all: readonly KeyPair[] = [credentials, ...previous];
  const likeliest = confirmedAt === undefined ? undefined : inUseAt(previous, confirmedAt);
  return likeliest ? [likeliest, ...all.filter((keys) => keys !== likeliest)] : all;
};

/** Returns undefined for the current pair. `previous` is sorted latest first. */
const inUseAt = (previous: readonly FormerVapidKeys[], instant: number): FormerVapidKeys | undefined =>
  previous.findLast(({ until }) => instant < until);

/** Whether the private key matches the public one. */
export const isKeyPair = ({ vapidPublicKey, vapidPrivateKey }: KeyPair): boolean => {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.from(vapidPrivateKey, 'base64url'));
    return curve.getPublicKey().equals(Buffer.from(vapidPublicKey, 'base64url'));
  } catch {
    // The private key is not a number of this curve.
    return false;
  }
};
