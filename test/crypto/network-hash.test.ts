import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Keyring } from '../../src/crypto/keyring.js';
import { hashNetwork } from '../../src/crypto/network-hash.js';

const keyring = new Keyring(randomBytes(32));
const hash = (address: string): string | null => hashNetwork(keyring, address);

describe('the hash of a network', () => {
  test.each([
    ['an IPv4 /24', '198.51.100.7', '198.51.100.200'],
    ['IPv4 and the same within IPv6', '198.51.100.7', '::ffff:198.51.100.7'],
    ['an IPv6 /48', '2001:db8:1:2::1', '2001:DB8:0001:ffff:1:2:3:4'],
    ['an IPv6 address with a zone', 'fe80::1', 'fe80::1%eth0'],
    ['spellings of zeros', '2001:db8::1', '2001:0db8:0:0:0:0:0:1'],
  ])('is the same for %s', (_name, one, other) => {
    expect(hash(one)).toMatch(/^[A-Za-z0-9_-]{16}$/);
    expect(hash(one)).toBe(hash(other));
  });

  test.each([
    ['198.51.100.7', '198.51.101.7'],
    ['2001:db8:1::1', '2001:db8:2::1'],
    ['::1', '2001::1'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(hash(one)).not.toBe(hash(other));
  });

  test('depends on the master key, and is null for an invalid address', () => {
    expect(hashNetwork(new Keyring(randomBytes(32)), '198.51.100.7')).not.toBe(hash('198.51.100.7'));
    expect(hash('nowhere')).toBeNull();
  });
});
