import { createECDH } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { decryptWebPush } from '../support/fakes/decrypt-web-push.js';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** RFC 8291, section 5 and appendix A. */
const PRIVATE_KEY = bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94');
const PUBLIC_KEY = bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4');
const AUTH_SECRET = bytes('BTBZMqHH6r4Tts7J_aSIgg');
const MESSAGE = bytes(
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
);

const receiver = () => {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(PRIVATE_KEY);
  return { ecdh, publicKey: PUBLIC_KEY, authSecret: AUTH_SECRET };
};

describe('decrypting web push', () => {
  test('the example of RFC 8291, appendix A, can be read', () => {
    expect(decryptWebPush(MESSAGE, receiver())?.toString()).toBe('When I grow up, I want to be a watermelon');
  });

  test.each([
    ['salt', 3],
    ['sender key', 40],
    ['ciphertext', 90],
    ['tag', MESSAGE.length - 1],
  ])('one changed byte in the %s makes it unreadable', (_part, index) => {
    const changed = Buffer.from(MESSAGE);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(decryptWebPush(changed, receiver())).toBeNull();
  });

  test('a message for another auth secret is unreadable', () => {
    expect(decryptWebPush(MESSAGE, { ...receiver(), authSecret: Buffer.alloc(16) })).toBeNull();
  });

  test('a record longer than its announced size is refused', () => {
    const changed = Buffer.from(MESSAGE);
    changed.writeUInt32BE(20, 16);
    expect(decryptWebPush(changed, receiver())).toBeNull();
  });
});
