import { createDecipheriv, createHmac, type ECDH } from 'node:crypto';

const SALT_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1;
const POINT_BYTES = 65;
const TAG_BYTES = 16;

export interface WebPushReceiver {
  readonly ecdh: ECDH;
  /** The receiver's public point, 65 bytes. */
  readonly publicKey: Buffer;
  /** 16 bytes. */
  readonly authSecret: Buffer;
}

/** The plaintext of one RFC 8291 message, or null if it is malformed or not encrypted for this receiver. */
export const decryptWebPush = (message: Buffer, receiver: WebPushReceiver): Buffer | null => {
  const parts = splitWebPush(message);
  if (parts === null) return null;
  try {
    const { key, nonce } = deriveKeys(parts, receiver);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(parts.record.subarray(-TAG_BYTES));
    const padded = Buffer.concat([decipher.update(parts.record.subarray(0, -TAG_BYTES)), decipher.final()]);
    return removePadding(padded);
  } catch {
    // The point is off the curve or the tag does not match: a device would drop the message.
    return null;
  }
};

export interface WebPushParts {
  readonly salt: Buffer;
  readonly senderKey: Buffer;
  readonly record: Buffer;
}

/** RFC 8188's header under RFC 8291's rules: the key id is the sender's point, and there is a single record. */
export const splitWebPush = (message: Buffer): WebPushParts | null => {
  if (message.length < HEADER_BYTES + POINT_BYTES + TAG_BYTES + 1) return null;
  const recordSize = message.readUInt32BE(SALT_BYTES);
  if (message[SALT_BYTES + 4] !== POINT_BYTES || message[HEADER_BYTES] !== 4) return null;
  const record = message.subarray(HEADER_BYTES + POINT_BYTES);
  if (recordSize < 18 || record.length > recordSize) return null;
  const senderKey = message.subarray(HEADER_BYTES, HEADER_BYTES + POINT_BYTES);
  return { salt: message.subarray(0, SALT_BYTES), senderKey, record };
};

const KEY_INFO = Buffer.from('WebPush: info\0');
const CEK_INFO = Buffer.from('Content-Encoding: aes128gcm\0\u0001');
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0\u0001');
const ONE = Buffer.from([1]);

const deriveKeys = ({ salt, senderKey }: WebPushParts, { ecdh, publicKey, authSecret }: WebPushReceiver) => {
  const shared = ecdh.computeSecret(senderKey);
  const secret = hmac(hmac(authSecret, shared), KEY_INFO, publicKey, senderKey, ONE);
  const pseudoRandom = hmac(salt, secret);
  return {
    key: hmac(pseudoRandom, CEK_INFO).subarray(0, 16),
    nonce: hmac(pseudoRandom, NONCE_INFO).subarray(0, 12),
  };
};

const hmac = (key: Buffer, ...parts: readonly Buffer[]): Buffer => {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** The last record ends in 0x02 and any number of zeros. */
const removePadding = (padded: Buffer): Buffer | null => {
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end -= 1;
  return padded[end] === 2 ? padded.subarray(0, end) : null;
};
