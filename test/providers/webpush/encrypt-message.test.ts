import { createECDH } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { encryptMessage, MAX_PLAINTEXT_BYTES, parseKeys } from '../../../src/providers/webpush/encrypt-message.js';
import { decryptWebPush } from '../../support/fakes/decrypt-web-push.js';
import { deriveReceiver, deriveSubscription } from '../../support/fakes/web-subscription.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** RFC 8291, appendix A. */
const RFC = {
  plaintext: 'When I grow up, I want to be a watermelon',
  senderPrivateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

const keysOf = (given: { p256dh: string; auth: string }) => {
  const keys = parseKeys(given);
  if (keys === null) throw new Error('keys expected');
  return keys;
};

describe('encryption of web push messages', () => {
  test('matches the example of RFC 8291 byte for byte, with its salt and sender key', () => {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(bytes(RFC.senderPrivateKey));

    const body = encryptMessage(Buffer.from(RFC.plaintext), keysOf(RFC), {
      ...{ salt: bytes(RFC.salt), ecdh, publicKey: ecdh.getPublicKey() },
    });

    expect(body?.toString('base64url')).toBe(RFC.body);
  });

  test('a browser decrypts its messages, up to the longest', () => {
    const receiver = deriveReceiver('seed', 0);
    const keys = keysOf(deriveSubscription('https://push.example', 'seed', 0).keys);

    for (const length of [1, 100, MAX_PLAINTEXT_BYTES]) {
      const plaintext = Buffer.alloc(length, 'x');
      const body = encryptMessage(plaintext, keys);
      expect(body?.length).toBe(length + 103);
      expect(decryptWebPush(body ?? Buffer.alloc(0), receiver)).toEqual(plaintext);
    }
  });

  test('no two messages share a salt or a key', () => {
    const keys = keysOf(RFC);
    const heads = Array.from({ length: 5 }, () =>
      encryptMessage(Buffer.from('x'), keys)?.subarray(0, 86).toString('hex'),
    );

    expect(new Set(heads.map((head) => head?.slice(0, 32))).size).toBe(5);
    expect(new Set(heads.map((head) => head?.slice(42))).size).toBe(5);
  });

  test.each([
    ['too short a point', { ...RFC, p256dh: RFC.p256dh.slice(0, 40) }],
    ['a compressed point', { ...RFC, p256dh: Buffer.alloc(65, 2).toString('base64url') }],
    ['too short a secret', { ...RFC, auth: 'AAAA' }],
    ['nothing', { p256dh: '', auth: '' }],
  ])('%s is not a key pair', (_what, given) => {
    expect(parseKeys(given)).toBeNull();
  });

  test('a point off the curve is refused', () => {
    const offCurve = Buffer.alloc(65, 7);
    offCurve[0] = 4;

    expect(encryptMessage(Buffer.from('x'), keysOf({ ...RFC, p256dh: offCurve.toString('base64url') }))).toBeNull();
  });
});
