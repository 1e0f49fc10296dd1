import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAC_BYTES = 16;
const VERSION = 'v1.';

/** Every secret use of the master key, each with a key of its own (HKDF-SHA-256). */
export class Keyring {
  private readonly sealKey: Buffer;
  private readonly macKeys = new Map<string, Buffer>();

  /** @param masterKey 32 bytes. */
  constructor(private readonly masterKey: Buffer) {
    this.sealKey = this.derive('seal');
  }

  /** Encrypts with AES-256-GCM; `context` must be the same at `open`, so that a value cannot be moved to another row. */
  seal(plain: string, context: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.sealKey, iv).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `${VERSION}${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** @throws if the value was made with another master key or for another context, or was changed in any way. */
  open(sealed: string, context: string): string {
    const bytes = decode(sealed);
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv('aes-256-gcm', this.sealKey, bytes.subarray(0, IV_BYTES), options)
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }

  /** A short signature of `data` (HMAC-SHA-256 cut to 128 bits) for one purpose. */
  sign(purpose: string, data: string | Buffer): Buffer {
    return createHmac('sha256', this.macKey(purpose)).update(data).digest().subarray(0, MAC_BYTES);
  }

  verify(purpose: string, data: string | Buffer, signature: Buffer): boolean {
    return signature.length === MAC_BYTES && timingSafeEqual(this.sign(purpose, data), signature);
  }

  private macKey(purpose: string): Buffer {
    const known = this.macKeys.get(purpose);
    if (known) return known;
    const key = this.derive(`mac:${purpose}`);
    this.macKeys.set(purpose, key);
    return key;
  }

  private derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.masterKey, Buffer.alloc(0), `pushgraph:${purpose}`, 32));
  }
}

/** Node's decoder passes over what is no base64url; a sealed value has exactly one spelling. */
const decode = (sealed: string): Buffer => {
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
  if (sealed === `${VERSION}${bytes.toString('base64url')}`) return bytes;
  throw new Error('not a sealed value');
};
