import type { Credentials, FormerVapidKeys, SenderApp } from '../sender.js';

type VapidCredentials = Extract<Credentials, { provider: 'webpush' }>;
type KeyPair = Pick<VapidCredentials, 'vapidPublicKey' | 'vapidPrivateKey'>;

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
