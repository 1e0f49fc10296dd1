import { isIP } from 'node:net';
import type { Keyring } from './keyring.js';

const PURPOSE = 'registration-network';
/** 96 bits in base64url. */
const CHARACTERS = 16;

/**
 * Identifies the network of a client address without revealing it: the /24 of IPv4 or the /48 of IPv6, which one
 * customer often holds. Returns null for text that is not an address.
 */
export const hashNetwork = (keyring: Pick<Keyring, 'sign'>, address: string): string | null => {
  const network = networkOf(address);
  return network === null ? null : keyring.sign(PURPOSE, network).slice(0, CHARACTERS);
};

const networkOf = (address: string): string | null => {
  const plain = (address.split('%', 1)[0] ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 4) return plain.split('.').slice(0, 3).join('.');
  if (isIP(plain) !== 6) return null;
  // The URL parser returns the canonical spelling of an address.
  const canonical = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const middle = tail === undefined ? [] : Array(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...middle, ...last].slice(0, 3).join(':');
};
