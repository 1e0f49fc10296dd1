import { createECDH } from 'node:crypto';
import type { KeyPair } from './vapid-keys-for.js';

/** Whether the private key is that of the public one. Who subscribed with it is not asked: only a message would tell. */
export const isKeyPair = ({ vapidPublicKey, vapidPrivateKey }: KeyPair): boolean => {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.from(vapidPrivateKey, 'base64url'));
    return curve.getPublicKey().equals(Buffer.from(vapidPublicKey, 'base64url'));
  } catch {
    // No number of this curve.
    return false;
  }
};
