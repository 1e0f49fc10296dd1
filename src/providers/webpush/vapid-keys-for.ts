import { createECDH } from 'node:crypto';
import type { SenderApp } from '../sender.js';

/** An application's VAPID key pair, opened. */
export interface VapidCredentials extends KeyPair {
  /** `mailto:` or `https:` contact of RFC 8292. */
  readonly subject: string;
  /** Key pairs that were replaced, the latest first: subscriptions made with one take messages of no other. */
  readonly previous?: readonly FormerVapidKeys[];
}

export interface KeyPair {
  /** base64url, 65 bytes uncompressed point. */
  readonly vapidPublicKey: string;
  /** base64url, 32 bytes. */
  readonly vapidPrivateKey: string;
}

export interface FormerVapidKeys extends KeyPair {
  /** Epoch ms at which it was replaced. */
  readonly until: number;
}

/**
 * The keys to try for a subscription, the likeliest first: the one that was given out when the device last confirmed it,
 * then the others, newest first. One pair unless the application's key has been replaced.
 */
export const vapidKeysFor = ({ credentials }: SenderApp, confirmedAt: number | undefined): readonly KeyPair[] => {
  if (credentials.provider !== 'webpush') return [];
  const { previous = [] } = credentials;
  if (previous.length === 0) return [credentials];
  const all: readonly KeyPair[] = [credentials, ...previous];
  const likeliest = confirmedAt === undefined ? undefined : inUseAt(previous, confirmedAt);
  return likeliest ? [likeliest, ...all.filter((keys) => keys !== likeliest)] : all;
};

/** Undefined: the present one. `previous` has the latest first. */
const inUseAt = (previous: readonly FormerVapidKeys[], instant: number): FormerVapidKeys | undefined =>
  previous.findLast(({ until }) => instant < until);

/** Whether the private key is that of the public one. Who subscribed with it is not asked: only a message would tell. */
export const isKeyPair = ({ vapidPublicKey, vapidPrivateKey }: KeyPair): boolean => {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.from(vapidPrivateKey, 'base64url'));
    return curve.getPublicKey().equals(Buffer.from(vapidPublicKey, 'base64url'));
  } catch {
    // No number of this curve.
    return false;
  }
};
