import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Keyring } from '../../src/crypto/keyring.js';
import { type LinkedDevice, PreferencesLinks } from '../../src/crypto/preferences-token.js';

const DAY_MS = 86_400_000;
/** Noon, UTC. */
const NOW = Date.UTC(2026, 10, 2, 12);
const key = randomBytes(32);
const keyring = new Keyring(key);
const linksOf = (one: Keyring) => new PreferencesLinks({ keyring: one, publicUrl: 'https://push.example', days: 30 });
const links = linksOf(keyring);

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const devices: fc.Arbitrary<LinkedDevice> = fc.record({
  ...{ userId: id, appId: id, deviceId: id },
  externalUserId: fc.option(fc.string({ unit: 'binary', maxLength: 255 })),
});

describe('a preferences link', () => {
  test('names its device and is valid only for its person', () => {
    const property = fc.property(devices, fc.string(), (device, other) => {
      const { externalUserId, ...ids } = device;
      const token = links.tokenOf(device, NOW);
      const claims = links.verify(token, NOW);
      expect(claims).toMatchObject({ ...ids, isExpired: false });
      expect(claims?.isFor(externalUserId)).toBe(true);
      if (externalUserId !== null && other !== externalUserId) {
        expect([claims?.isFor(other), claims?.isFor(null)]).toEqual([false, false]);
      }
      expect(token).toMatch(/^[\w.-]{1,100}$/);
      expect(linksOf(new Keyring(randomBytes(32))).verify(token, NOW)).toBeNull();
    });
    fc.assert(property);
  });

  test('made while nobody was signed in works for any person on the device', () => {
    const claims = links.verify(links.tokenOf({ userId: 1, appId: 2, deviceId: 3, externalUserId: null }, NOW), NOW);
    expect([claims?.isFor(null), claims?.isFor('anna')]).toEqual([true, true]);
  });

  test("does not contain the person's id", () => {
    const device = { userId: 1, appId: 2, deviceId: 3, externalUserId: 'anna@example.com' };
    const url = links.urlOf(device, NOW) ?? '';
    expect(url).toMatch(/^https:\/\/push\.example\/preferences\/[\w.-]{50,70}$/);
    expect(Buffer.from(url).toString('latin1')).not.toMatch(/anna/);
    // The same person's link in another account has nothing in common with it.
    const [, person] = /\.([\w-]{22})\.[\w-]{22}$/.exec(url) ?? [];
    expect(links.urlOf({ ...device, userId: 9 }, NOW)).not.toContain(person);
  });

  test('works for the configured days and to the end of the last one', () => {
    const token = links.tokenOf({ userId: 1, appId: 2, deviceId: 3, externalUserId: null }, NOW);
    const endsAt = Math.floor(NOW / DAY_MS) * DAY_MS + 31 * DAY_MS;
    expect(links.verify(token, endsAt - 1)).toMatchObject({ isExpired: false });
    expect(links.verify(token, endsAt)).toMatchObject({ isExpired: true });
  });

  test('stays the same all day, and works after a change of the master key', () => {
    const device = { userId: 1, appId: 2, deviceId: 3, externalUserId: 'anna' };
    const token = links.tokenOf(device, NOW);
    expect(links.tokenOf(device, NOW + DAY_MS / 3)).toBe(token);
    const rotated = linksOf(new Keyring(randomBytes(32), key));
    expect(rotated.verify(token, NOW)?.isFor('anna')).toBe(true);
    expect(rotated.tokenOf(device, NOW)).not.toBe(token);
  });

  test('cannot be changed into another, or assembled from parts of others', () => {
    const changed = fc.record({ device: devices, at: fc.nat(), with: fc.constantFrom(...'ABab01._-', '') });
    const property = fc.property(changed, devices, fc.nat({ max: 4 }), ({ device, at, with: piece }, other, part) => {
      const token = links.tokenOf(device, NOW);
      const place = at % token.length;
      const forged = token.slice(0, place) + piece + token.slice(place + 1);
      if (forged !== token) expect(links.verify(forged, NOW)).toBeNull();
      const [parts, others] = [token.split('.'), links.tokenOf(other, NOW).split('.')];
      if (parts[part] === others[part] || parts.length - 1 === part) return;
      parts[part] = others[part] ?? '';
      expect(links.verify(parts.join('.'), NOW)).toBeNull();
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('is signed with its own key', () => {
    const body = '1.2.3.zzz';
    expect(links.verify(`${body}.${keyring.sign('receipt', body)}`, NOW)).toBeNull();
    expect(links.verify(`${body}.${keyring.sign('preferences', body)}`, NOW)).toMatchObject({ deviceId: 3 });
  });

  test('has no URL without PUBLIC_URL', () => {
    const hidden = new PreferencesLinks({ keyring, publicUrl: null, days: 30 });
    const device = { userId: 1, appId: 2, deviceId: 3, externalUserId: null };
    expect(hidden.urlOf(device, NOW)).toBeNull();
    hidden.localUrl = 'http://127.0.0.1:4000';
    expect(hidden.urlOf(device, NOW)).toMatch(/^http:\/\/127\.0\.0\.1:4000\/preferences\/1\.2\.3\./);
    links.localUrl = hidden.localUrl;
    expect(links.urlOf(device, NOW)).toMatch(/^https:\/\/push\.example\/preferences\//);
  });
});
