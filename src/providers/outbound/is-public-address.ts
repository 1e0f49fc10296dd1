import { BlockList, isIP } from 'node:net';

/**
 * Whether an IP address is on the public internet. This excludes the local machine, private networks, metadata services
 * of clouds, and IPv6 forms that reach any of these through an IPv4 gateway.
 *
 * @param address as node:dns or URL (without brackets) formats it; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  // A zone (`fe80::1%eth0`) selects the link and does not change the address.
  const bare = address.split('%', 1)[0] ?? '';
  const version = isIP(bare);
  if (version === 4) return !SPECIAL_IPV4.check(bare, 'ipv4');
  if (version === 6) return GLOBAL_UNICAST.check(bare, 'ipv6') && !SPECIAL_IPV6.check(bare, 'ipv6');
  return false;
}

/** The complete special-purpose registry: https://www.iana.org/assignments/iana-ipv4-special-registry */
const SPECIAL_IPV4 = subnets('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT; Alibaba's metadata service
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // Azure's platform address, public by its number only
  ['169.254.0.0', 16], // link-local; the metadata services of most clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // also Oracle's metadata service
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/**
 * The allocated public part of IPv6. It excludes loopback, unique local, link-local, multicast, IPv4-mapped and
 * -compatible addresses, and NAT64 (64:ff9b::/96).
 */
const GLOBAL_UNICAST = subnets('ipv6', [['2000::', 3]]);

/** The part of https://www.iana.org/assignments/iana-ipv6-special-registry within 2000::/3. */
const SPECIAL_IPV6 = subnets('ipv6', [
  ['2001::', 23], // Teredo, ORCHID, benchmarks
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4: an IPv4 address inside
  ['2620:4f:8000::', 48],
  ['3ffe::', 16],
  ['3fff::', 20],
]);

function subnets(family: 'ipv4' | 'ipv6', nets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family);
  return list;
}
