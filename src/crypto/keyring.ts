import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { getOrInsert } from '../collections.js';
import { Hmac } from './hmac.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Base64url of 128 bits: the last character carries two of them. */
const MAC_CHARACTERS = 22;
const LAST_BITS = 0b110000;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ID_BYTES = 8;
/** The prefix of values that were sealed before they named their key. */
const NAMELESS = 'v1.';
const VERSION = 'v2';

/**
 * Derives a separate key from the master key for each secret use (HKDF-SHA-256). New values are sealed and signed with
 * the current master key; the previous one still opens and verifies.
 */
export class Keyring {
  private readonly present: Keys;
  /** The current key first. */
  private readonly all: readonly Keys[];

  /** @param masterKey 32 bytes, as `previous`. */
  constructor(masterKey: Buffer, previous: Buffer | null = null) {
    this.present = new Keys(masterKey);
    this.all = previous === null ? [this.present] : [this.present, new Keys(previous)];
  }

  /** Identifies the master key without revealing it. */
  get id(): string {
    return this.present.id;
  }

  /** The ids of all keys that can open values here. */
  get ids(): readonly string[] {
    return this.all.map(({ id }) => id);
  }

  /** Encrypts with AES-256-GCM. `open` needs the same `context`, so a value cannot be moved to another row. */
  seal(plain: string, context: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.present.seal, iv).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    const text = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    return `${VERSION}.${this.id}.${text}`;
  }

  /** @throws if the value was made with another master key or context, or was changed. */
  open(sealed: string, context: string): string {
    return this.unseal(sealed, context).plain;
  }

  /** The id of the key that a value opens with. @throws as `open` does. */
  keyOf(sealed: string, context: string): string {
    return this.unseal(sealed, context).keys.id;
  }

  /** Whether the value was sealed with the current key, judged by its text. */
  isPresent(sealed: string): boolean {
    return sealed.startsWith(`${VERSION}.${this.id}.`);
  }

  /** Signs `data` for one purpose: HMAC-SHA-256 cut to 128 bits, 22 characters of base64url. */
  sign(purpose: string, data: string): string {
    return this.present.sign(purpose, data);
  }

  /** @param signature in the exact spelling of `sign`: other spellings of the same bits are refused. */
  verify(purpose: string, data: string, signature: string): boolean {
    const given = Buffer.from(signature);
    return this.all.some((keys) => {
      const ours = Buffer.from(keys.sign(purpose, data));
      return ours.length === given.length && timingSafeEqual(ours, given);
    });
  }

  private unseal(sealed: string, context: string): { plain: string; keys: Keys } {
    const { keyId, bytes } = decode(sealed);
    const candidates = keyId === null ? this.all : this.all.filter(({ id }) => id === keyId);
    for (const keys of candidates) {
      const plain = decrypt(bytes, keys.seal, context);
      if (plain !== null) return { plain, keys };
    }
    throw new Error(candidates.length === 0 ? 'sealed with an unknown master key' : 'does not open');
  }
}

/** The keys derived from one master key. */
class Keys {
  readonly id: string;
  readonly seal: Buffer;
  private readonly macs = new Map<string, Hmac>();

  constructor(private readonly masterKey: Buffer) {
    this.seal = this.derive('seal');
    this.id = this.derive('id').subarray(0, ID_BYTES).toString('hex');
  }

  /** Cut as text: with buffers for the digest and its part it takes half as long again. */
  sign(purpose: string, data: string): string {
    const mac = this.mac(purpose).sign(data);
    const last = BASE64URL.indexOf(mac.charAt(MAC_CHARACTERS - 1)) & LAST_BITS;
    return mac.slice(0, MAC_CHARACTERS - 1) + BASE64URL.charAt(last);
  }

  private mac(purpose: string): Hmac {
    return getOrInsert(this.macs, purpose, () => new Hmac(this.derive(`mac:${purpose}`)));
  }

  private derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.masterKey, Buffer.alloc(0), `pushgraph:${purpose}`, 32));
  }
}

/** Returns null if it was sealed with another key or context, or changed. */
const decrypt = (bytes: Buffer, key: Buffer, context: string): string | null => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};

/** Node's decoder ignores characters that are not base64url; a sealed value has exactly one spelling. */
const decode = (sealed: string): { keyId: string | null; bytes: Buffer } => {
  const named = /^v2\.([0-9a-f]{16})\./.exec(sealed);
  const head = named?.[0] ?? NAMELESS;
  const bytes = Buffer.from(sealed.slice(head.length), 'base64url');
  if (sealed === `${head}${bytes.toString('base64url')}`) return { keyId: named?.[1] ?? null, bytes };
  throw new Error('not a sealed value');
};
