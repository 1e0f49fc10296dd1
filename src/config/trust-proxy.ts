import { isIP } from 'node:net';
import { ConfigError } from '../errors.js';

/** The number of proxies in front of the service, or their addresses; false if there are none. */
export type TrustProxy = number | string[] | false;

const MAX_HOPS = 32;
const SHAPE =
  'must be the number of proxies in front of the service, or a list of their addresses such as 10.0.0.0/8, fd00::/8.';

export const parseTrustProxy = (text: string | null): TrustProxy => {
  if (text === null) return false;
  if (/^\d{1,4}$/.test(text)) return toHops(Number(text));
  const networks = text.split(',').map((part) => part.trim());
  if (networks.every(isNetwork)) return networks;
  throw new ConfigError('TRUST_PROXY', SHAPE);
};

const toHops = (hops: number): TrustProxy => {
  if (hops > MAX_HOPS) throw new ConfigError('TRUST_PROXY', `a number of proxies is at most ${MAX_HOPS}.`);
  return hops === 0 ? false : hops;
};

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
};
