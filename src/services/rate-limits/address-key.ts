import { isIP } from 'node:net';

/** The maximum length of an address from a proxy. */
const MAX_KEY = 64;

/**
 * Returns the key that callers are counted by: an IPv4 address, or the /64 of an IPv6 address, the smallest block
 * that a line gets.
 */
export const toAddressKey = (address: string | undefined): string => {
  // The socket has closed in the meantime.
  if (address === undefined) return '';
  if (!address.includes(':')) return address.slice(0, MAX_KEY);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  return isIP(address) === 6 ? toNetwork(address) : address.slice(0, MAX_KEY);
};

const toNetwork = (address: string): string => {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  // An IPv4 address at the end stands for two groups.
  const length = groups.length + after.length + (after.at(-1)?.includes('.') ? 1 : 0);
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - length }, () => '0');
  const network = [...groups, ...zeros, ...after].slice(0, 4);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
};
