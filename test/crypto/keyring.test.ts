import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Keyring } from '../../src/crypto/keyring.js';
import { type ReceiptClaims, signReceipt, verifyReceipt } from '../../src/crypto/receipt-token.js';

const key = randomBytes(32);
const keyring = new Keyring(key);

/** The text with one character replaced, removed or added. */
const changed = (text: string): fc.Arbitrary<string> =>
  fc
    .record({
      at: fc.nat({ max: text.length - 1 }),
      with: fc.string({ unit: fc.constantFrom(...'ABCDXYZabcdxyz0189-_.= \n'), maxLength: 2 }),
      length: fc.nat({ max: 1 }),
    })
    .map(({ at, with: piece, length }) => text.slice(0, at) + piece + text.slice(at + length))
    .filter((other) => other !== text);

describe('a sealed value', () => {
  test('opens to its plaintext, only with the same key and context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (plain, context, other) => {
        const sealed = keyring.seal(plain, context);
        const text = Buffer.from(plain, 'utf8').toString('utf8');
        expect(new Keyring(key).open(sealed, context)).toBe(text);
        expect(sealed.includes(plain) && plain.length > 3).toBe(false);
        if (other !== context) expect(() => keyring.open(sealed, other)).toThrow();
        expect(() => new Keyring(randomBytes(32)).open(sealed, context)).toThrow();
      }),
    );
  });

  test('is different each time', () => {
    expect(keyring.seal('the same', 'app:1')).not.toBe(keyring.seal('the same', 'app:1'));
  });

  test('does not open if a single character has changed', () => {
    const sealed = keyring.seal('{"api_key":"secret"}', 'app:1');
    const property = fc.property(changed(sealed), (other) => {
      expect(() => keyring.open(other, 'app:1')).toThrow();
    });
    fc.assert(property, { numRuns: 1_000 });
    for (const length of [0, 3, 10, 19, 23, 39]) expect(() => keyring.open(sealed.slice(0, length), 'app:1')).toThrow();
  });
});

describe('a receipt', () => {
  const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  const claims: fc.Arbitrary<ReceiptClaims> = fc.record({ runId: id, pushId: id, appId: id, deviceId: id });

  test('identifies its message', () => {
    const property = fc.property(claims, (given) => {
      const token = signReceipt(keyring, given);
      expect(verifyReceipt(keyring, token)).toEqual(given);
      expect(token).toMatch(/^[\w.-]{1,70}$/);
      expect(verifyReceipt(new Keyring(randomBytes(32)), token)).toBeNull();
    });
    fc.assert(property);
  });

  test('matches earlier releases in both directions', () => {
    const token = signReceipt(new Keyring(Buffer.alloc(32, 7)), { runId: 1, pushId: 2, appId: 3, deviceId: 4 });
    expect(token).toBe('1.2.3.4.CK8mRKVGmH_ykTYrgoLkXQ');
  });

  test('cannot be changed into another, and has no other spelling', () => {
    const property = fc.property(
      claims.chain((given) => changed(signReceipt(keyring, given))),
      (token) => {
        expect(verifyReceipt(keyring, token)).toBeNull();
      },
    );
    fc.assert(property, { numRuns: 1_000 });
  });

  test('has one spelling, although its last letter has room for sixteen', () => {
    const token = signReceipt(keyring, { runId: 1, pushId: 2, appId: 3, deviceId: 4 });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const good = letters.filter((letter) => verifyReceipt(keyring, token.slice(0, -1) + letter) !== null);
    expect(good).toEqual([token.at(-1)]);
  });

  test('cannot be assembled from parts of others', () => {
    const property = fc.property(claims, claims, fc.nat({ max: 3 }), (one, other, part) => {
      const [parts, otherParts] = [signReceipt(keyring, one).split('.'), signReceipt(keyring, other).split('.')];
      if (parts[part] === otherParts[part]) return;
      parts[part] = otherParts[part] ?? '';
      expect(verifyReceipt(keyring, parts.join('.'))).toBeNull();
    });
    fc.assert(property);
  });

  test('is signed with its own key: no other signature of the service is accepted as a receipt', () => {
    const body = '1.2.3.4';
    const token = `${body}.${keyring.sign('another purpose', body)}`;
    expect(verifyReceipt(keyring, token)).toBeNull();
  });
});
