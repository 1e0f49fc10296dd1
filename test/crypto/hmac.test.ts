import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Hmac } from '../../src/crypto/hmac.js';

describe('HMAC-SHA-256', () => {
  test.each([
    ['0b'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      Buffer.from('Jefe').toString('hex'),
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
  ])('of RFC 4231: the key %s', (key, text, mac) => {
    expect(Buffer.from(new Hmac(Buffer.from(key, 'hex')).sign(text), 'base64url').toString('hex')).toBe(mac);
  });

  test("equals Node.js's for successive texts, short and long, in any alphabet", () => {
    const key = fc.uint8Array({ minLength: 1, maxLength: 64 });
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 600 }), { minLength: 1, maxLength: 5 });
    const property = fc.property(key, texts, (bytes, given) => {
      const hmac = new Hmac(Buffer.from(bytes));
      for (const text of given)
        expect(hmac.sign(text)).toBe(createHmac('sha256', bytes).update(text).digest('base64url'));
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('refuses a key that would need hashing first', () => {
    expect(() => new Hmac(Buffer.alloc(65))).toThrow('The key of an HMAC-SHA-256 has at most 64 bytes here.');
  });
});
