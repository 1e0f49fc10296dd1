import { createECDH, createHash, type ECDH } from 'node:crypto';
import type { WebPushReceiver } from './decrypt-web-push.js';

/** The format of `PushSubscription.toJSON()`. */
export interface WebSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * The nth subscription of a seed. Every process derives the same one, so no lists need to be passed around.
 * @param origin of the fake push service; @param seed letters, digits and `-`.
 */
export const deriveSubscription = (origin: string, seed: string, index: number): WebSubscription => {
  const { publicKey, authSecret } = deriveReceiver(seed, index);
  return {
    endpoint: `${origin}/wp/${seed}.${index}`,
    keys: { p256dh: publicKey.toString('base64url'), auth: authSecret.toString('base64url') },
  };
};

/** The receiving side's keys of the nth subscription of a seed. */
export const deriveReceiver = (seed: string, index: number): WebPushReceiver => {
  const ecdh = createECDH('prime256v1');
  const publicKey = setDerivedKey(ecdh, `${seed}.${index}`);
  return { ecdh, publicKey, authSecret: digest(`auth|${seed}.${index}`).subarray(0, 16) };
};

/** A 32-byte digest is above the curve's order once in 2^32. The next digest is tried then. */
const setDerivedKey = (ecdh: ECDH, name: string): Buffer => {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    try {
      ecdh.setPrivateKey(digest(`key|${name}|${attempt}`));
      return ecdh.getPublicKey();
    } catch {}
  }
  throw new Error(`no key for ${name}`);
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
